import type { MessageKey } from "@malote/contract";
import { formatMessage } from "@malote/contract";

/** The `{names}` in a refusal's sentence, and the field it is about. */
export type RefusalDetails = { values?: Record<string, string | number>; campo?: string };

/** An expected refusal that the user reads; its `message` is the finished sentence. */
export class Refusal extends Error {
  readonly key: MessageKey;
  readonly values: Record<string, string | number> | undefined;
  readonly campo: string | undefined;

  constructor(key: MessageKey, details: RefusalDetails = {}) {
    super(formatMessage(key, details.values));
    this.name = "Refusal";
    this.key = key;
    this.values = details.values;
    this.campo = details.campo;
  }
}

/**
 * What a task waits for after a failed attempt. banco, arquivos, antivirus, correio: the operator's
 * own services (database, blob store, clamd, mail relay), whose return is detected; mundo: another
 * server that did not answer; pedida: the other side requested this wait, and nothing shortens it;
 * falha: the attempt itself failed.
 */
export const WAIT_REASONS = [
  "banco",
  "arquivos",
  "antivirus",
  "correio",
  "mundo",
  "pedida",
  "falha",
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** A service did not answer: retried within the limits of its task type. */
export class Outage extends Error {
  readonly retryAfterMs: number;
  /** Upper limit of the doubling wait between retries, in ms; null = constant wait. */
  readonly dobraAteMs: number | null;
  /** What the work waits for. Default "pedida": the other side asked for the wait. */
  readonly espera: WaitReason;

  constructor(
    message: string,
    retryAfterMs: number,
    options?: ErrorOptions & { dobraAteMs?: number; espera?: WaitReason },
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
 * query in flight. lote: its documents wait for SEFAZ's answers, or other contas are next.
 */
export type DeferralReason = "bloqueio" | "disjuntor" | "cota" | "em-voo" | "lote";

/**
 * The request is deferred, not failed: nothing was sent, the task returns to the queue and no
 * attempt is counted.
 */
export class Deferral extends Outage {
  readonly motivo: DeferralReason;

  constructor(motivo: DeferralReason, retryAfterMs: number) {
    super(`not our turn: ${motivo}`, retryAfterMs);
    this.name = "Deferral";
    this.motivo = motivo;
  }
}

/**
 * The request has no session. Each protocol answers it in its own form: −32001, 401 or a redirect
 * to /login.
 */
export class Unauthorized extends Error {
  constructor() {
    super("Unauthorized");
    this.name = "Unauthorized";
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
const UNAVAILABLE = new Set([
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
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

const DEPTH_MAX = 6;

/** Whether a dependency is unavailable (an outage), rather than our code or the document wrong. */
export function isUnavailable(error: unknown): boolean {
  return outageWaitOf(error) !== null;
}

/** A statement cancelled by timeout or by an operator. @source PostgreSQL, query_canceled */
const QUERY_CANCELED = "57014";

/**
 * Whether a call can be retried later: a dependency is unavailable, or a statement timed out. Not
 * for jobs: one whose statement always times out must not repeat for ever.
 */
export function isRetryable(error: unknown): boolean {
  return isUnavailable(error) || isQueryCanceled(error, 0);
}

function isQueryCanceled(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  return ("code" in error && error.code === QUERY_CANCELED) || isQueryCanceled(error.cause, depth + 1);
}

/** Wait requested by the outage, in ms; 0 when it names none; null when the error is not an outage. */
export function outageWaitOf(error: unknown, depth = 0): number | null {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return null;
  if ("retryAfterMs" in error && typeof error.retryAfterMs === "number") return error.retryAfterMs;
  if ("code" in error && typeof error.code === "string") {
    if (UNAVAILABLE.has(error.code) || ("path" in error && FORBIDDEN.has(error.code))) return 0;
  }
  if (UNAVAILABLE_MESSAGE.test(error.message)) return 0;
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  for (const cause of causes) {
    const ms = outageWaitOf(cause, depth + 1);
    if (ms !== null) return ms;
  }
  return null;
}
