import type * as source from "../../../texts/lists/painel-print.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/painel-print.ts`. */
export const painelPrintTexts: Translated<typeof source.painelPrintTexts> = {
  precisa: "Needs you",
  porPeriodo: (medida, por) => `${medida}, ${por}`,
  linhaAntes: (nome) => `Dashed line: ${nome}`,
};
