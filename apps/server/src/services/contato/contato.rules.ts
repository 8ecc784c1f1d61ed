import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What a visitor wrote, as it waits for the operator. */
export const contato = z.object({
  nome: z.string(),
  email: z.string(),
  telefone: z.nullable(z.string()),
  empresa: z.nullable(z.string()),
  assunto: z.nullable(z.string()),
  mensagem: z.string(),
});
export type Contato = z.infer<typeof contato>;

/** How long after each attempt that failed the next is made, in ms; after the last there is none. Two days in all. */
export const ESPERAS_MS = [1, 5, 15, 60, 180, 360, 840, 1_440].map((minutos) => minutos * MINUTE_MS);

/** Should whoever takes a message die, it comes back after this, in ms: longer than one letter may take. */
export const VOLTA_MS = 10 * MINUTE_MS;

/** When the next attempt is, after `tentativas` that failed; null when there is none. */
export function nextTry(tentativas: number, agora: Date): Date | null {
  const espera = ESPERAS_MS[tentativas - 1];
  return espera === undefined ? null : new Date(agora.getTime() + espera);
}

/** What visitors wrote is kept this long after it came, unless it still waits. */
export const GUARDA_MS = 180 * 24 * HOUR_MS;
