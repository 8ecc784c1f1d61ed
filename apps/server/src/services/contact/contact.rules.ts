import { DAY_MS, MINUTE_MS } from "@malote/syntax";
import { z } from "zod";

/** A message of a visitor, stored until it is sent to the operator. */
export const contactSchema = z.object({
  nome: z.string(),
  email: z.string(),
  telefone: z.nullable(z.string()),
  empresa: z.nullable(z.string()),
  assunto: z.nullable(z.string()),
  mensagem: z.string(),
});
export type ContactMessage = z.infer<typeof contactSchema>;

/** Waits after each failed attempt, in ms; after the last there is none. Two days in all. */
export const RETRY_WAITS_MS = [1, 5, 15, 60, 180, 360, 840, 1_440].map((minutes) => minutes * MINUTE_MS);

/** Length of a claim on a message, in ms: longer than sending one e-mail takes. */
export const CLAIM_MS = 10 * MINUTE_MS;

/** Time of the next attempt, after `attempts` failures; null = none. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const waitMs = RETRY_WAITS_MS[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** Messages are kept this long, unless they still wait. */
export const KEEP_MS = 180 * DAY_MS;
