import type { Envelope, FieldError, MessageKey } from "@malote/contract";
import { RPC_ERROR, UNAUTHORIZED } from "@malote/contract";
import type { CallEnd } from "../metrics/metrics.ts";

/** Response of `Auth.logar` and `Auth.retomar` (spec §7); `erros` only when a field was refused. */
export type LoginEnvelope = {
  sucesso: boolean;
  authToken: string | null;
  mensagem: string | null;
  erros?: FieldError[];
};

/** Result of a handler, before its envelope. */
export type HandlerResult = {
  object?: unknown;
  results?: unknown[];
  totalCount?: number;
  totalExato?: boolean;
  somaTotal?: string;
  authToken?: string;
  /** Sentence of a success. */
  mensagem?: MessageKey;
};

export type RpcError = { code: number; message: string; data?: unknown };

/**
 * Outcome of one call, before a dialect writes it. `status`: HTTP status of a call outside a batch.
 */
export type Outcome =
  | { kind: "answer"; result: Envelope | LoginEnvelope }
  | { kind: "error"; error: RpcError; status: number };

const STATUS_OK = 200;
const STATUS_BUG = 500;
const STATUS_UNAVAILABLE = 503;

const METRIC_RESULT_OF_CODE: Readonly<Record<number, CallEnd>> = {
  [RPC_ERROR.unauthorized]: "sem-sessao",
  [RPC_ERROR.invalidParams]: "parametros",
};

/** Metric label of an outcome. */
export function metricResultOf(outcome: Outcome): CallEnd {
  if (outcome.kind === "answer") return outcome.result.sucesso ? "ok" : "recusada";
  if (outcome.status === STATUS_BUG) return "erro";
  if (outcome.status === STATUS_UNAVAILABLE) return "indisponivel";
  return METRIC_RESULT_OF_CODE[outcome.error.code] ?? "pedido-errado";
}

/** A call that is malformed. */
export function refuseCall(code: number, message: string, data?: unknown): Outcome {
  return {
    kind: "error",
    error: data === undefined ? { code, message } : { code, message, data },
    status: STATUS_OK,
  };
}

/** The body is not JSON. */
export function parseError(): Outcome {
  return refuseCall(RPC_ERROR.parse, "Parse error");
}

/** The body is JSON but not a request.   @param mensagem advice for the client's developer */
export function invalidRequest(mensagem?: string): Outcome {
  return refuseCall(
    RPC_ERROR.invalidRequest,
    "Invalid Request",
    mensagem === undefined ? undefined : { mensagem },
  );
}

export function methodNotFound(): Outcome {
  return refuseCall(RPC_ERROR.methodNotFound, "Method not found");
}

/** No session, or one that has ended (spec §2). */
export function unauthorized(): Outcome {
  return refuseCall(RPC_ERROR.unauthorized, UNAUTHORIZED);
}

/** A bug: the response contains the request id only. */
export function internalError(requestId: string): Outcome {
  return {
    kind: "error",
    error: { code: RPC_ERROR.internal, message: "Internal error", data: { requestId } },
    status: STATUS_BUG,
  };
}

/** A dependency of the server is unavailable; the same call may succeed later. */
export function unavailable(requestId: string): Outcome {
  return {
    kind: "error",
    error: { code: RPC_ERROR.internal, message: "Service unavailable", data: { requestId } },
    status: STATUS_UNAVAILABLE,
  };
}
