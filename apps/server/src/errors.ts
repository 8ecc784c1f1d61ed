import type { MensagemKey } from "@malote/contract";
import { formatMensagem } from "@malote/contract";
import type { Espera } from "./espera.ts";

/** The `{names}` in a refusal's sentence, and the field it is about. */
export type RefusalDetails = { values?: Record<string, string | number>; campo?: string };

/** An expected refusal that the user reads; its `message` is the finished sentence. */
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

/** A service did not answer: retried within the limits of its task type. */
export class Outage extends Error {
  readonly retryAfterMs: number;
  /** Upper limit of the doubling wait between retries, in ms; null = constant wait. */
  readonly dobraAteMs: number | null;
  /** What the work waits for. Default "pedida": the other side asked for the wait. */
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

/**
 * Why the request is deferred: a block by SEFAZ, an open circuit breaker, a full quota, the same
 * query in flight.
 */
export type MotivoEspera = "bloqueio" | "disjuntor" | "cota" | "em-voo";

/**
 * The request is deferred, not failed: nothing was sent, the task returns to the queue and no
 * attempt is counted.
 */
export class Deferral extends Outage {
  readonly motivo: MotivoEspera;

  constructor(motivo: MotivoEspera, retryAfterMs: number) {
    super(`not our turn: ${motivo}`, retryAfterMs);
    this.name = "Deferral";
    this.motivo = motivo;
  }
}

/** A process that must not start. Only its message is printed: in Portuguese, for the operator. */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}

/**
 * Codes of an unavailable or full dependency, not of an error of ours. Node's network and disk;
 * PostgreSQL's classes 08, 53 and 57P0x, I/O error, read-only, serialization and lock conflicts; Prisma's.
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

/** On a file: the operator must restore our access to its folder. */
const FORBIDDEN = new Set(["EACCES", "EPERM"]);

/** Messages of pg and pg-pool that carry no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

const DEPTH_MAX = 6;

/** Whether a dependency is unavailable (an outage), rather than our code or the document wrong. */
export function isAway(error: unknown): boolean {
  return awayMsOf(error) !== null;
}

/** A statement cancelled by timeout or by an operator. @source PostgreSQL, query_canceled */
const ENCERRADA = "57014";

/**
 * Whether a call can be retried later: a dependency is unavailable, or a statement timed out. Not
 * for jobs: one whose statement always times out must not repeat for ever.
 */
export function isForLater(error: unknown): boolean {
  return isAway(error) || isEncerrada(error, 0);
}

function isEncerrada(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  return ("code" in error && error.code === ENCERRADA) || isEncerrada(error.cause, depth + 1);
}

/** Wait requested by the outage, in ms; 0 when it names none; null when the error is not an outage. */
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
