import { HOUR_MS } from "@malote/syntax";

/** CPU limit by size, in ms: a base and a rate per KB. */
export type CostLine = { baseMs: number; porKbMs: number };

/**
 * CPU allowance of one e-mail or file; the lowest line holds. `vao`: allowance for documents
 * without a valid signature, the first one not counted.
 */
export type CpuAllowance = { total: readonly CostLine[]; vao: readonly CostLine[] };

/**
 * Measured: a nota takes 3 ms and 2.5 KB of ZIP, a PDF 50 ms. The steep lines keep small e-mails,
 * which attackers can send by the thousand, below 50 ms of CPU per KB.
 */
const EMAIL: CpuAllowance = {
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
const REDUCED: CpuAllowance = {
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
const REPROCESSING: CpuAllowance = {
  total: [{ baseMs: 20_000, porKbMs: 50 }],
  vao: [{ baseMs: 10_000, porKbMs: 10 }],
};
/** For an upload by a signed-in user or an ERP. */
export const UPLOAD_ALLOWANCE: CpuAllowance = {
  total: [{ baseMs: 20_000, porKbMs: 50 }],
  vao: [{ baseMs: 10_000, porKbMs: 5 }],
};

/** Extra for each of a thread's first readings, in ms: they load and compile code. */
export const WARMUP: { leituras: number; ms: number } = { leituras: 3, ms: 1_000 };

/** The limit at this size, in ms. */
export function allowedMs(lines: readonly CostLine[], kb: number): number {
  return Math.min(...lines.map(({ baseMs, porKbMs }) => baseMs + porKbMs * kb));
}

/** CPU of one conta's costly e-mails in {@link COSTLY_WINDOW_MS}, in ms; beyond it, its e-mails get less. */
export const COSTLY_MAX_MS = 30_000;
export const COSTLY_WINDOW_MS = HOUR_MS;

/** What decides the allowance before reading. gastoMs: CPU of the conta's costly e-mails in the last hour. */
export type AllowanceInput = { reprocessado: boolean; gastoMs: number };

/** The CPU allowance of an e-mail. */
export function allowanceOf({ reprocessado, gastoMs }: AllowanceInput): CpuAllowance {
  if (reprocessado) return REPROCESSING;
  return gastoMs > COSTLY_MAX_MS ? REDUCED : EMAIL;
}
