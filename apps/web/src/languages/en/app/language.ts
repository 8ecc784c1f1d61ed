import type { languageTexts as source } from "../../../texts/app/language.ts";
import type { Translated } from "../../translated.ts";

export const languageTexts: Translated<typeof source> = { idioma: "Language" };
