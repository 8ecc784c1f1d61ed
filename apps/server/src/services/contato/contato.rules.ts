import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A message of a visitor, stored until it is sent to the operator. */
export const contato = z.object({
  nome: z.string(),
  email: z.string(),
  telefone: z.nullable(z.string()),
  empresa: z.nullable(z.string()),
  assunto: z.nullable(z.string()),
  mensagem: z.string(),
});
export type Contato = z.infer<typeof contato>;

/** Waits after each failed attempt, in ms; after the last there is none. Two days in all. */
export const ESPERAS_MS = [1, 5, 15, 60, 180, 360, 840, 1_440].map((minutos) => minutos * MINUTE_MS);

/** Length of a claim on a message, in ms: longer than sending one e-mail takes. */
export const VOLTA_MS = 10 * MINUTE_MS;

/** Time of the next attempt, after `tentativas` failures; null = none. */
export function nextTry(tentativas: number, agora: Date): Date | null {
  const espera = ESPERAS_MS[tentativas - 1];
  return espera === undefined ? null : new Date(agora.getTime() + espera);
}

/** Messages are kept this long, unless they still wait. */
export const GUARDA_MS = 180 * 24 * HOUR_MS;
