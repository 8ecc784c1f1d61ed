import { formatInteger } from "@malote/syntax";
import type * as source from "../../../texts/lists/missing-reminder.ts";
import type { Translated } from "../../translated.ts";

const every = (dias: number): string => (dias === 1 ? "every day" : `every ${formatInteger(dias)} days`);

/** English texts of `texts/lists/missing-reminder.ts`. */
export const missingReminderTexts: Translated<typeof source.missingReminderTexts> = {
  rotulo: "Reminder to the supplier",
  opcao: (dias) => (dias === 0 ? "No reminders" : `Remind ${every(dias)}`),
  salvo: (dias) =>
    dias === 0
      ? "Suppliers no longer get reminders."
      : `Malote reminds the supplier ${every(dias)}, at most twice.`,
  sairam: (n) =>
    n === 1 ? "1 document is no longer missing." : `${formatInteger(n)} documents are no longer missing.`,
};
