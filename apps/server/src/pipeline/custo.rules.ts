/** CPU by size, in ms: a base and so much for each KB. */
export type Reta = { baseMs: number; porKbMs: number };

/**
 * CPU that reading one e-mail or file may take; of its lines the lowest holds. `vao`: of that, on documents whose signature
 * does not hold, the first one not counted.
 */
export type Verba = { total: readonly Reta[]; vao: readonly Reta[] };

/** A nota takes some 3 ms and 2,5 KB in a ZIP, a PDF some 50 ms. The steep lines keep small e-mails, which strangers
 * can send by the thousand, below 50 ms of CPU per KB in all. */
const EMAIL: Verba = {
  total: [
    { baseMs: 500, porKbMs: 20 },
    { baseMs: 2_000, porKbMs: 5 },
  ],
  vao: [
    { baseMs: 30, porKbMs: 6 },
    { baseMs: 400, porKbMs: 1 },
  ],
};
/** For a conta that had many costly e-mails in the last hour: enough for an e-mail with a few documents. */
const ECONOMIA: Verba = {
  total: [
    { baseMs: 500, porKbMs: 20 },
    { baseMs: 1_000, porKbMs: 5 },
  ],
  vao: [
    { baseMs: 30, porKbMs: 6 },
    { baseMs: 200, porKbMs: 1 },
  ],
};
/** For a message that an administrator has read again. */
const RELEITURA: Verba = {
  total: [{ baseMs: 20_000, porKbMs: 50 }],
  vao: [{ baseMs: 10_000, porKbMs: 10 }],
};
/** For a file that a signed-in person or an ERP sends. */
export const VERBA_DO_ENVIADO: Verba = {
  total: [{ baseMs: 20_000, porKbMs: 50 }],
  vao: [{ baseMs: 10_000, porKbMs: 5 }],
};

/** More for each of the first readings of a thread, in ms: they load and compile what later ones find ready. */
export const FRIO: { leituras: number; ms: number } = { leituras: 3, ms: 1_000 };

/** What the lines allow for so many KB, in ms. */
export function allowedMs(retas: readonly Reta[], kb: number): number {
  return Math.min(...retas.map(({ baseMs, porKbMs }) => baseMs + porKbMs * kb));
}

/** CPU of the costly e-mails of one conta in {@link CAROS_JANELA_MS}, in ms, after which each of its e-mails gets less. */
export const CAROS_MAX_MS = 30_000;
export const CAROS_JANELA_MS = 60 * 60_000;

/** What is known of an e-mail before it is read. gastoMs: CPU of the costly e-mails of its conta in the last hour. */
export type Pedinte = { reprocessado: boolean; gastoMs: number };

/** What reading an e-mail may cost. */
export function verbaOf({ reprocessado, gastoMs }: Pedinte): Verba {
  if (reprocessado) return RELEITURA;
  return gastoMs > CAROS_MAX_MS ? ECONOMIA : EMAIL;
}
