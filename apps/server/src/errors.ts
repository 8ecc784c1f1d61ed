import type { MensagemKey } from "@malote/contract";
import { formatMensagem } from "@malote/contract";
import type { Espera } from "./espera.ts";

/** What a refusal may say beside its sentence: the `{names}` of the sentence and the field it is about. */
export type RefusalDetails = { values?: Record<string, string | number>; campo?: string };

/** An expected "no" that the user reads; its `message` is the finished sentence. */
export class Refusal extends Error {
  readonly key: MensagemKey;
  readonly values: Record<string, string | number> | undefined;
  readonly campo: string | undefined;

  constructor(key: MensagemKey, details: RefusalDetails = {}) {
    super(formatMensagem(key, details.values));
    this.name = "Refusal";
    this.key = key;
    this.values = details.values;
    this.campo = details.campo;
  }
}

/** The outside world did not answer: asked again, within the bounds of its tarefa (services/tarefa/tarefa.rules.ts). */
export class Outage extends Error {
  readonly retryAfterMs: number;
  /** Each in a row waits twice as long as the one before, in ms at most so long; null = all alike. */
  readonly dobraAteMs: number | null;
  /** What the work waits for; "pedida" unless said: another side asked for the time. */
  readonly espera: Espera;

  constructor(
    message: string,
    retryAfterMs: number,
    options?: ErrorOptions & { dobraAteMs?: number; espera?: Espera },
  ) {
    super(message, options);
    this.name = "Outage";
    this.retryAfterMs = retryAfterMs;
    this.dobraAteMs = options?.dobraAteMs ?? null;
    this.espera = options?.espera ?? "pedida";
  }
}

/** Why it is not our turn: a silence SEFAZ asked for, a breaker that is open, a quota that is full, the same question under way. */
export type MotivoEspera = "bloqueio" | "disjuntor" | "cota" | "em-voo";

/** It is not our turn: nothing was asked and nothing failed, so the work goes back to its place and no attempt is counted. */
export class Deferral extends Outage {
  readonly motivo: MotivoEspera;

  constructor(motivo: MotivoEspera, retryAfterMs: number) {
    super(`not our turn: ${motivo}`, retryAfterMs);
    this.name = "Deferral";
    this.motivo = motivo;
  }
}

/** A process that must not start; the message is for the operator, in Portuguese, and is all that is printed. */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}

/**
 * Codes that say: not we are wrong, something we stand on is away or full. Node's network and disk; PostgreSQL's classes 08, 53 and 57P0x,
 * its broken disk, a database that is read-only and what two transactions do to each other; Prisma's.
 */
const AWAY = new Set([
  ...[
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
  ],
  ...["ENOSPC", "EDQUOT", "EIO", "EMFILE", "ENFILE", "EROFS"],
  ...["08000", "08001", "08003", "08004", "08006", "53000", "53100", "53200", "53300", "25006"],
  ...["57P01", "57P02", "57P03", "57P05", "58030", "40001", "40P01", "55P03"],
  ...["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"],
]);

/** Of a file: a folder that the operator must open to us again. */
const FORBIDDEN = new Set(["EACCES", "EPERM"]);

/** pg and pg-pool say these without any code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

const DEPTH_MAX = 6;

/** Says whether an error means that something we stand on is away (an outage), and not that our code or a document is wrong. */
export function isAway(error: unknown): boolean {
  return awayMsOf(error) !== null;
}

/** A statement that took too long and was ended, or that an operator ended. @source PostgreSQL, query_canceled */
const ENCERRADA = "57014";

/**
 * Says whether a call may simply be made again later: something is away, or the database was too slow for a statement. A job is no call: one
 * whose statement is always too slow must not come back for ever.
 */
export function isForLater(error: unknown): boolean {
  return isAway(error) || isEncerrada(error, 0);
}

function isEncerrada(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  return ("code" in error && error.code === ENCERRADA) || isEncerrada(error.cause, depth + 1);
}

/** How long what is away asks us to wait, in ms; 0 when it does not say; null when the error is no outage. */
export function awayMsOf(error: unknown, depth = 0): number | null {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return null;
  if ("retryAfterMs" in error && typeof error.retryAfterMs === "number") return error.retryAfterMs;
  if ("code" in error && typeof error.code === "string") {
    if (AWAY.has(error.code) || ("path" in error && FORBIDDEN.has(error.code))) return 0;
  }
  if (AWAY_MESSAGE.test(error.message)) return 0;
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  for (const cause of causes) {
    const ms = awayMsOf(cause, depth + 1);
    if (ms !== null) return ms;
  }
  return null;
}
