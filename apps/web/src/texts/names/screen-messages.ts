import { SCREEN_MESSAGES } from "@malote/contract";
import { translated } from "../../languages/language.ts";

/** Sentences about pages and calls; a file of its own, so that the first load contains no others. */
export const screenMessages = translated("screenMessages", SCREEN_MESSAGES);
