import type { Envelope, ErroCampo, MensagemKey } from "@malote/contract";
import { RPC_ERROR, UNAUTHORIZED } from "@malote/contract";
import type { FimChamada } from "../medidas/medidas.ts";

/** Response of `Auth.logar` and `Auth.retomar` (spec §7); `erros` only when a field was refused. */
export type LoginEnvelope = {
  sucesso: boolean;
  authToken: string | null;
  mensagem: string | null;
  erros?: ErroCampo[];
};

/** Result of a handler, before its envelope. */
export type Held = {
  object?: unknown;
  results?: unknown[];
  totalCount?: number;
  totalExato?: boolean;
  authToken?: string;
  /** Sentence of a success. */
  mensagem?: MensagemKey;
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
const STATUS_AWAY = 503;

const FIM_DO_CODIGO: Readonly<Record<number, FimChamada>> = {
  [RPC_ERROR.unauthorized]: "sem-sessao",
  [RPC_ERROR.invalidParams]: "parametros",
};

/** Metric label of an outcome. */
export function fimOf(outcome: Outcome): FimChamada {
  if (outcome.kind === "answer") return outcome.result.sucesso ? "ok" : "recusada";
  if (outcome.status === STATUS_BUG) return "erro";
  if (outcome.status === STATUS_AWAY) return "indisponivel";
  return FIM_DO_CODIGO[outcome.error.code] ?? "pedido-errado";
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
    status: STATUS_AWAY,
  };
}
