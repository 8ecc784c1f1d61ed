import type * as source from "../../../texts/lists/columns.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/columns.ts`. */
export const columnTexts: Translated<typeof source.columnTexts> = {
  menu: (coluna) => `Options of the column ${coluna}`,
  maisLarga: "Wider",
  maisEstreita: "Narrower",
  ajustar: "Fit to content",
  esquerda: "Move left",
  direita: "Move right",
  fixar: "Pin to the left",
  soltar: "Unpin",
  ocultar: "Hide column",
  padrao: "Back to the default columns",
};
