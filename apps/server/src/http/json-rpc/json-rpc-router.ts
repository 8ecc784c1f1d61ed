import type { MethodName } from "@malote/contract";
import {
  formatMessage,
  getMethodRow,
  isMethodName,
  JSON_ANONYMOUS_ITEMS_MAX,
  JSON_ANONYMOUS_MAX,
  JSON_BODY_MAX,
  JSON_ITEMS_MAX,
  METHODS,
  RPC_ERROR,
} from "@malote/contract";
import { formatSize } from "@malote/syntax";
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from "express";
import express, { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import type { Exchange, Reply } from "../../rpc/dialects.ts";
import { answerBody, answerLegacy, replyError } from "../../rpc/dialects.ts";
import { dispatch } from "../../rpc/dispatch.ts";
import { isKnownToken } from "../../rpc/find-caller.ts";
import { invalidRequest, parseError, refuseCall } from "../../rpc/outcome.ts";
import { clientErrorStatusOf } from "../client-fault.ts";
import { readBearer, readVisit } from "../read-visit.ts";
import { findExcess } from "./json-limits.ts";

/** Without text/plain: another site's form can send that without a preflight. */
const JSON_TYPES = ["application/json", "application/json-rpc", "application/jsonrequest"];

const SERVICES = new Set(Object.keys(METHODS).map((name) => name.slice(0, name.indexOf("."))));

/**
 * JSON-RPC: `POST /`, `POST /{Servico}` and, for read-only
 * methods, `GET /?method=&params=`.
 */
export function createJsonRpcRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  const readJson = createReader(app);
  const post: RequestHandler = async (req, res) => {
    const body: unknown = req.body;
    if (body === undefined) return send(res, replyError(parseError(), 200));
    send(res, await answerBody(body, openExchange(app, req, res)));
  };
  router.post("/", requireJson, readJson, post);
  router.get("/", async (req, res) => send(res, await answerGet(app, req, res)));
  router.all("/", refuseVerb("GET, HEAD, POST"));
  router.post("/:servico", requireService, requireJson, readJson, post);
  router.all("/:servico", requireService, refuseVerb("POST"));
  router.use(concludeBodyError);
  return router;
}

/** Bytes, keys and elements of a body: few unless the Authorization header holds a valid token. */
const ANONYMOUS = { bytes: JSON_ANONYMOUS_MAX, items: JSON_ANONYMOUS_ITEMS_MAX };
const KNOWN = { bytes: JSON_BODY_MAX, items: JSON_ITEMS_MAX };

/**
 * Reads a JSON body. A token inside the body is unknown
 * before it is read, so a large body needs the header.
 */
function createReader(app: AppContext): RequestHandler {
  const [readAnonymous, readKnown] = [createParser(ANONYMOUS), createParser(KNOWN)];
  return async (req, res, next) => {
    const known = mayBeLarge(req) && (await isKnownToken(app, readBearer(req)));
    (known ? readKnown : readAnonymous)(req, res, next);
  };
}

function createParser({ bytes, items }: typeof ANONYMOUS): RequestHandler {
  return express.json({
    limit: bytes,
    strict: false,
    type: () => true,
    verify: (_req, _res, body) => refuseExcess(body, items),
  });
}

/** A body without a length, or compressed, may become larger than declared. */
function mayBeLarge(req: Request): boolean {
  const length = Number(req.get("content-length") ?? Number.POSITIVE_INFINITY);
  return length > ANONYMOUS.bytes || req.get("content-encoding") !== undefined;
}

function openExchange(app: AppContext, req: Request, res: Response): Exchange {
  const visit = readVisit(req, res, app.config);
  const { servico: service } = req.params;
  return {
    bearer: readBearer(req),
    service: typeof service === "string" ? service : null,
    run: (call) => {
      noteMethod(res, call.method);
      return dispatch(app, visit, call);
    },
  };
}

/**
 * Notes the method for the request's log line: only names of the contract, never other client text.
 */
function noteMethod(res: Response, method: string): void {
  const known: unknown = res.locals.metodos;
  const methods: unknown[] = Array.isArray(known) ? known : [];
  if (isMethodName(method)) res.locals.metodos = [...methods, method];
}

/** A JSON body that is too deep or has too many items. */
class JsonExcess extends Error {
  override readonly name = "JsonExcess";
}

/** @throws {JsonExcess} */
function refuseExcess(body: Buffer, itemsMax: number): void {
  const excess = findExcess(body, itemsMax);
  if (excess === "levels") throw new JsonExcess(formatMessage("corpoFundo"));
  if (excess === "items") throw new JsonExcess(formatMessage("corpoCheio", { limite: itemsMax }));
}

// A token in a URL would appear in logs and histories: only the header counts here.
async function answerGet(app: AppContext, req: Request, res: Response): Promise<Reply> {
  const { id, method, params } = req.query;
  const read = readQueryParams(params);
  if (read.kind === "malformed") return replyError(parseError(), 200);
  if (read.kind === "excess") return replyError(invalidRequest(read.mensagem), 200);
  const exchange = openExchange(app, req, res);
  return await answerLegacy(
    { id: typeof id === "string" ? id : null, method, params: read.params },
    {
      ...exchange,
      run: async (call) =>
        isMethodName(call.method) && !isReadOnly(call.method)
          ? {
              ...refuseCall(RPC_ERROR.invalidRequest, "Invalid Request", messageData("metodoSoPost")),
              status: 405,
            }
          : await exchange.run(call),
    },
  );
}

function isReadOnly(method: MethodName): boolean {
  return getMethodRow(method).readOnly;
}

type QueryParams =
  | { kind: "ok"; params: unknown }
  | { kind: "malformed" }
  | { kind: "excess"; mensagem: string };

function readQueryParams(params: unknown): QueryParams {
  if (params === undefined || params === "") return { kind: "ok", params: null };
  if (typeof params !== "string") return { kind: "malformed" };
  try {
    refuseExcess(Buffer.from(params), ANONYMOUS.items);
    return { kind: "ok", params: JSON.parse(params) };
  } catch (error) {
    return error instanceof JsonExcess ? { kind: "excess", mensagem: error.message } : { kind: "malformed" };
  }
}

function send(res: Response, { status, body }: Reply): void {
  if (status === 405) res.set("Allow", "POST");
  res.status(status);
  if (body === null) res.end();
  else res.json(body);
}

function requireJson(req: Request, res: Response, next: NextFunction): void {
  const [type = "", ...parameters] = (req.get("content-type") ?? "").toLowerCase().split(";");
  const charset = /charset\s*=\s*"?([^\s";]+)/.exec(parameters.join(";"))?.[1] ?? "utf-8";
  const isJson = JSON_TYPES.includes(type.trim()) && charset === "utf-8";
  // The parser reads an empty body as {}, which the client did not send.
  if (isJson && req.get("content-length") === "0") send(res, replyError(parseError(), 200));
  else if (isJson) next();
  else send(res, replyError(invalidRequest(formatMessage("corpoNaoJson")), 415));
}

function requireService(req: Request, _res: Response, next: NextFunction): void {
  const { servico: service } = req.params;
  if (typeof service === "string" && SERVICES.has(service)) next();
  else next("router");
}

/** 405 for the verbs that a path does not support. */
export function refuseVerb(allow: string): RequestHandler {
  return (_req, res) => {
    res.set("Allow", allow);
    res.status(405).json(replyError(invalidRequest(formatMessage("verboNaoAceito")), 405).body);
  };
}

const concludeBodyError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : null;
  if (type === "entity.parse.failed") return send(res, replyError(parseError(), 200));
  if (type === "entity.too.large") {
    return send(res, replyError(invalidRequest(tooLargeMessage(error)), 413));
  }
  if (error instanceof JsonExcess) return send(res, replyError(invalidRequest(error.message), 200));
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return send(res, replyError(invalidRequest(formatMessage("corpoNaoJson")), 415));
  }
  if (type === "request.aborted" || type === "request.size.invalid") {
    return send(res, replyError(invalidRequest(), 400));
  }
  if (clientErrorStatusOf(error) !== null) return send(res, replyError(parseError(), 400));
  next(error);
};

/** @param error of the parser, with the limit that was exceeded */
function tooLargeMessage(error: unknown): string {
  const isKnown =
    typeof error === "object" && error !== null && "limit" in error && error.limit === KNOWN.bytes;
  const largest = formatSize(KNOWN.bytes);
  return isKnown
    ? formatMessage("corpoGrande", { limite: largest })
    : formatMessage("corpoGrandeSemToken", { limite: formatSize(ANONYMOUS.bytes), maximo: largest });
}

function messageData(key: "metodoSoPost"): { mensagem: string } {
  return { mensagem: formatMessage(key) };
}
