import { FIELD_MESSAGES, PEOPLE_MESSAGES, SCREEN_MESSAGES, WEBHOOK_MESSAGES } from "@malote/contract";
import { language, translated } from "../../languages/language.ts";

// Sentences that the server writes too: a comparison uses the contract's, a screen shows these.

/** About typed fields. */
export const fieldMessages = translated("fieldMessages", FIELD_MESSAGES);
/** About contas, users and keys. */
export const peopleMessages = translated("peopleMessages", PEOPLE_MESSAGES);
/** About pages and calls. */
export const screenMessages = translated("screenMessages", SCREEN_MESSAGES);
/** About webhooks. */
export const webhookMessages = translated("webhookMessages", WEBHOOK_MESSAGES);

/** A sentence of the server in the language of this browser; any other sentence stays as it is. */
export function messageText(sentence: string): string {
  if (language === "pt") return sentence;
  for (const [source, translation] of [
    [FIELD_MESSAGES, fieldMessages],
    [PEOPLE_MESSAGES, peopleMessages],
    [SCREEN_MESSAGES, screenMessages],
  ] as const) {
    const key = Object.entries(source).find(([, text]) => text === sentence)?.[0];
    if (key !== undefined) return (translation as Readonly<Record<string, string>>)[key] ?? sentence;
  }
  return sentence;
}
