import type { painelPrintTexts as source } from "../../../texts/lists/painel-print.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/painel-print.ts`. */
export const painelPrintTexts: Translated<typeof source> = {
  precisa: "Requiere su atención",
  porPeriodo: (medida, por) => `${medida}, ${por}`,
  linhaAntes: (nome) => `Línea discontinua: ${nome}`,
};
