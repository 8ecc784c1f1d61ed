import type { browserViewTexts as source } from "../../../texts/lists/browser-views.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/browser-views.ts`. */
export const browserViewTexts: Translated<typeof source> = {
  titulo: "Sus vistas guardadas todavía están solo en este navegador",
  texto: "Malote no pudo llevarlas al servidor. Siguen guardadas aquí.",
};
