import { FIELD_MESSAGES, PEOPLE_MESSAGES, WEBHOOK_MESSAGES } from "@malote/contract";
import { translated } from "../../languages/language.ts";

// Sentences that the server writes too: a comparison uses the contract's, a screen shows these.

/** About typed fields. */
export const fieldMessages = translated("fieldMessages", FIELD_MESSAGES);
/** About contas, users and keys. */
export const peopleMessages = translated("peopleMessages", PEOPLE_MESSAGES);
/** About webhooks. */
export const webhookMessages = translated("webhookMessages", WEBHOOK_MESSAGES);
