import type * as source from "../../../texts/lists/peek.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/peek.ts`. */
export const peekTexts: Translated<typeof source.peekTexts> = {
  rotulo: "Document beside the list",
  fechar: "Close the panel",
  anterior: "Previous document",
  proximo: "Next document",
  posicao: (posicao, total) => `${posicao} of ${total}`,
  foraDaLista: "outside the filter",
  abrir: "Open document",
  consultar: "Query SEFAZ",
  consultando: "Querying…",
  vencimento: "Due date",
  parcelas: (total) => `first of ${total} installments`,
  mostrado: (documento, parte) => `${documento}, ${parte}`,
};
