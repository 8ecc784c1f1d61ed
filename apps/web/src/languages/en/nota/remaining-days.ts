import type * as source from "../../../texts/nota/remaining-days.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/remaining-days.ts`. */
export const remainingDaysTexts: Translated<typeof source.remainingDaysTexts> = {
  faltam: (dias) => (dias === 0 ? "less than 1 day left" : dias === 1 ? "1 day left" : `${dias} days left`),
  tacita: "Tacitly confirmed",
};
