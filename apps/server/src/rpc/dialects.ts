import {
  BATCH_MAX,
  ERRORS_MAX,
  formatMessage,
  METHODS,
  type MethodName,
  RPC_ERROR,
  RPC_ID_MAX,
} from "@malote/contract";
import type { JSONRPCID, JSONRPCRequest, JSONRPCResponse } from "json-rpc-2.0";
import {
  createJSONRPCErrorResponse,
  createJSONRPCSuccessResponse,
  isJSONRPCID,
  JSONRPCServer,
} from "json-rpc-2.0";
import type { RpcCall } from "./dispatch.ts";
import type { Outcome } from "./outcome.ts";
import { invalidRequest, refuseCall } from "./outcome.ts";

/** Response to one body; `body` null = no content (204). */
export type Reply = { status: number; body: unknown };

/**
 * How a call is run. `bearer`: token for calls without their own; `service`: service of bare method
 * names; `errorsMax`: errors listed per batch call.
 */
export type Exchange = {
  bearer: string | null;
  service: string | null;
  errorsMax?: number;
  run(call: RpcCall): Promise<Outcome>;
};

const STATUS_OK = 200;
const STATUS_NOTHING = 204;

/** Answers a parsed JSON body in the dialect in which it is written. */
export async function answerBody(body: unknown, exchange: Exchange): Promise<Reply> {
  if (Array.isArray(body)) return await answerBatch(body, exchange);
  if (isObject(body) && !Object.hasOwn(body, "jsonrpc")) return await answerLegacy(body, exchange);
  const { response, status } = await answerStrict(body, exchange);
  return response === null ? { status: STATUS_NOTHING, body: null } : { status, body: response };
}

/** An error about the whole body, in JSON-RPC 2.0 form. */
export function replyError(outcome: Outcome, status: number): Reply {
  return { status, body: writeStrict(null, outcome) };
}

/** The specification's own dialect: `{id, method, params, authToken}` → `{id, result, error}`. */
export async function answerLegacy(body: object, exchange: Exchange): Promise<Reply> {
  const request = body as Partial<Record<"id" | "method" | "params" | "authToken", unknown>>;
  if (isLongId(request.id)) return { status: STATUS_OK, body: writeLegacy(null, refuseLongId()) };
  const outcome = await runRequest(request, exchange);
  const id = isJSONRPCID(request.id) ? request.id : null;
  return { status: outcome.kind === "answer" ? STATUS_OK : outcome.status, body: writeLegacy(id, outcome) };
}

function writeLegacy(id: JSONRPCID, outcome: Outcome): object {
  return outcome.kind === "answer"
    ? { id, result: outcome.result, error: null }
    : { id, result: null, error: outcome.error };
}

/** The response repeats the id, so its length is limited. */
function isLongId(id: unknown): boolean {
  return typeof id === "string" && id.length > RPC_ID_MAX;
}

function refuseLongId(): Outcome {
  return invalidRequest(formatMessage("idLongo", { limite: RPC_ID_MAX }));
}

// Calls run in sequence: a batch holds one connection at most, and keeps its order.
async function answerBatch(requests: unknown[], exchange: Exchange): Promise<Reply> {
  if (requests.length === 0) return replyError(invalidRequest(), STATUS_OK);
  if (requests.length > BATCH_MAX) {
    return replyError(invalidRequest(formatMessage("loteGrande", { limite: BATCH_MAX })), STATUS_OK);
  }
  const responses: JSONRPCResponse[] = [];
  const errorsMax = Math.max(1, Math.floor(ERRORS_MAX / requests.length));
  let passwordCalls = 0;
  for (const request of requests) {
    if (hashesPassword(request, exchange)) passwordCalls += 1;
    const { response } =
      passwordCalls > BATCH_PASSWORDS_MAX && hashesPassword(request, exchange)
        ? { response: writeStrict(idOf(request), invalidRequest(formatMessage("loteSenhas"))) }
        : await answerStrict(request, { ...exchange, errorsMax });
    if (response !== null) responses.push(response);
  }
  return responses.length === 0
    ? { status: STATUS_NOTHING, body: null }
    : { status: STATUS_OK, body: responses };
}

/** Calls of one batch that hash a password: each takes a tenth of a second of CPU by design. */
const BATCH_PASSWORDS_MAX = 1;
const PASSWORD_METHODS: readonly string[] = [
  "Auth.logar",
  "Usuario.saveSetupPassword",
  "Usuario.saveInviteUsuario",
] satisfies MethodName[];

function hashesPassword(request: unknown, { service }: Exchange): boolean {
  return isStrictRequest(request) && PASSWORD_METHODS.includes(completeName(request.method, service));
}

/** null without an id, and for one too long to repeat. */
function idOf(request: unknown): JSONRPCID {
  if (!isObject(request) || !("id" in request)) return null;
  return isJSONRPCID(request.id) && !isLongId(request.id) ? request.id : null;
}

type Strict = { response: JSONRPCResponse | null; status: number };
type Turn = { exchange: Exchange; status: number };

// @NOTE json-rpc-2.0 answers a batch of one without its array, and throws on `null` and on a method
// that is not text; so it receives one well-formed request at a time.
async function answerStrict(request: unknown, exchange: Exchange): Promise<Strict> {
  if (isObject(request) && "id" in request && isLongId(request.id)) {
    return { response: writeStrict(null, refuseLongId()), status: STATUS_OK };
  }
  if (!isStrictRequest(request)) {
    return { response: writeStrict(idOf(request), invalidRequest()), status: STATUS_OK };
  }
  const turn: Turn = { exchange, status: STATUS_OK };
  const named = { ...request, method: completeName(request.method, exchange.service) };
  return { response: await server.receive(named, turn), status: turn.status };
}

const server = createServer();

function createServer(): JSONRPCServer<Turn> {
  const made = new JSONRPCServer<Turn>({ errorListener: () => {} });
  for (const name of Object.keys(METHODS)) {
    made.addMethodAdvanced(name, async (request, turn) => {
      const outcome = await runRequest(request, { ...turn.exchange, service: null });
      if (outcome.kind === "error") turn.status = outcome.status;
      return request.id === undefined ? null : writeStrict(request.id, outcome);
    });
  }
  return made;
}

function writeStrict(id: JSONRPCID, outcome: Outcome): JSONRPCResponse {
  if (outcome.kind === "answer") return createJSONRPCSuccessResponse(id, outcome.result);
  const { code, message, data } = outcome.error;
  return createJSONRPCErrorResponse(id, code, message, data);
}

type AnyRequest = { method?: unknown; params?: unknown; authToken?: unknown };

async function runRequest(request: AnyRequest, exchange: Exchange): Promise<Outcome> {
  const { method, params, authToken } = request;
  if (typeof method !== "string") return invalidRequest();
  if (params !== undefined && params !== null && !isObject(params)) {
    return refuseCall(RPC_ERROR.invalidParams, "Invalid params", [
      { campo: "params", mensagem: formatMessage("parametrosPorNome") },
    ]);
  }
  const token = typeof authToken === "string" && authToken !== "" ? authToken : exchange.bearer;
  const named = completeName(method, exchange.service);
  const { errorsMax = ERRORS_MAX } = exchange;
  return await exchange.run({ method: named, params, authToken: token, errorsMax });
}

/** `getNota` posted to /Services/Nota is `Nota.getNota`. */
function completeName(method: string, service: string | null): string {
  return service === null || method.startsWith(`${service}.`) ? method : `${service}.${method}`;
}

function isStrictRequest(value: unknown): value is JSONRPCRequest & AnyRequest {
  if (!isObject(value)) return false;
  const { jsonrpc, method, id } = value as Record<"jsonrpc" | "method" | "id", unknown>;
  return jsonrpc === "2.0" && typeof method === "string" && (id === undefined || isJSONRPCID(id));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
