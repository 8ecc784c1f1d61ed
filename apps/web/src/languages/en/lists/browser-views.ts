import type * as source from "../../../texts/lists/browser-views.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/browser-views.ts`. */
export const browserViewTexts: Translated<typeof source.browserViewTexts> = {
  titulo: "Your saved views are still only in this browser",
  texto: "Malote could not bring them to the server. They are still stored here.",
};
