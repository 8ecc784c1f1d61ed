import type { peekTexts as source } from "../../../texts/lists/peek.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/peek.ts`. */
export const peekTexts: Translated<typeof source> = {
  rotulo: "Documento al lado de la lista",
  fechar: "Cerrar el panel lateral",
  anterior: "Documento anterior",
  proximo: "Documento siguiente",
  posicao: (posicao, total) => `${posicao} de ${total}`,
  foraDaLista: "fuera del filtro",
  abrir: "Abrir documento",
  consultar: "Consultar SEFAZ",
  consultando: "Consultando…",
  vencimento: "Vencimiento",
  parcelas: (total) => `primera de ${total} cuotas`,
  mostrado: (documento, parte) => `${documento}, ${parte}`,
};
