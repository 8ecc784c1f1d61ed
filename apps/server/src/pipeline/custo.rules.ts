/** CPU limit by size, in ms: a base and a rate per KB. */
export type Reta = { baseMs: number; porKbMs: number };

/**
 * CPU allowance of one e-mail or file; the lowest line holds. `vao`: allowance for documents
 * without a valid signature, the first one not counted.
 */
export type Verba = { total: readonly Reta[]; vao: readonly Reta[] };

/**
 * Measured: a nota takes 3 ms and 2.5 KB of ZIP, a PDF 50 ms. The steep lines keep small e-mails,
 * which attackers can send by the thousand, below 50 ms of CPU per KB.
 */
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
/** For a conta with many costly e-mails in the last hour: enough for an e-mail with a few documents. */
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
/** For a message that an administrator reprocesses. */
const RELEITURA: Verba = {
  total: [{ baseMs: 20_000, porKbMs: 50 }],
  vao: [{ baseMs: 10_000, porKbMs: 10 }],
};
/** For an upload by a signed-in user or an ERP. */
export const VERBA_DO_ENVIADO: Verba = {
  total: [{ baseMs: 20_000, porKbMs: 50 }],
  vao: [{ baseMs: 10_000, porKbMs: 5 }],
};

/** Extra for each of a thread's first readings, in ms: they load and compile code. */
export const FRIO: { leituras: number; ms: number } = { leituras: 3, ms: 1_000 };

/** The limit at this size, in ms. */
export function allowedMs(retas: readonly Reta[], kb: number): number {
  return Math.min(...retas.map(({ baseMs, porKbMs }) => baseMs + porKbMs * kb));
}

/** CPU of one conta's costly e-mails in {@link CAROS_JANELA_MS}, in ms, beyond which its e-mails get less. */
export const CAROS_MAX_MS = 30_000;
export const CAROS_JANELA_MS = 60 * 60_000;

/** What decides the allowance before reading. gastoMs: CPU of the conta's costly e-mails in the last hour. */
export type Pedinte = { reprocessado: boolean; gastoMs: number };

/** The CPU allowance of an e-mail. */
export function verbaOf({ reprocessado, gastoMs }: Pedinte): Verba {
  if (reprocessado) return RELEITURA;
  return gastoMs > CAROS_MAX_MS ? ECONOMIA : EMAIL;
}
