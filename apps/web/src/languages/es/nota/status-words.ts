import type { statusWords as source } from "../../../texts/nota/status-words.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/status-words.ts`. */
export const statusWords: Translated<typeof source> = {
  confirmada: "Confirmado",
  confirmadaSefaz: "Confirmado por la SEFAZ",
  chaveAutorizada: "Clave autorizada",
  aguardandoCertificado: "Falta el certificado",
  divergente: "Divergente",
  reparada: "Reparado",
  liberada: "Liberado",
  emQuarentena: "En cuarentena",
};
