import type * as source from "../../../texts/nota/status-words.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/status-words.ts`. */
export const statusWords: Translated<typeof source.statusWords> = {
  confirmada: "Confirmed",
  confirmadaSefaz: "Confirmed by SEFAZ",
  chaveAutorizada: "Key authorized",
  aguardandoCertificado: "Waiting for certificate",
  divergente: "Mismatch",
  reparada: "Repaired",
  liberada: "Released",
  emQuarentena: "In quarantine",
};
