import {
  describeOperation,
  formatMessage,
  getMethodRow,
  getRestRow,
  isSoapOperation,
  METHODS,
  type MessageKey,
  paramsLimitOf,
  type RouteName,
  SOAP_ANONYMOUS_MAX,
  SOAP_BODY_MAX,
  SOAP_NAMESPACE,
  type SoapDescription,
  soapNameOf,
} from "@malote/contract";
import { elementsOf, textOf, type XmlElement, XmlError } from "@malote/dfe";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { runInTurn } from "../../pace/run-in-turn.ts";
import { admitToContext } from "../../rpc/caller-context.ts";
import { isKnownToken } from "../../rpc/find-caller.ts";
import { runHandler } from "../../rpc/handlers.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { describeOutage } from "../../wait-reason.ts";
import { createSlots, type Slots } from "../connections/slots.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { readBearer, readVisit, stampRequest } from "../read-visit.ts";
import { type Problem, toProblem } from "../rest/problem.ts";
import { setRateLimitHeaders } from "../rest/rate-limit-headers.ts";
import { readBounded } from "../rest/read-input.ts";
import {
  escapeXml,
  headersOf,
  mediaOf,
  type SoapVersion,
  versionOfMedia,
  writeEnvelope,
} from "./envelope.ts";
import { limitLargeCalls } from "./limit-large-calls.ts";
import { readFields, writeFields } from "./message-fields.ts";
import { readMessageHead } from "./message-xml.ts";
import { readBody, readCall, requireMedia, type SendFault, sendFault } from "./read-call.ts";
import { createLargeBodyReader } from "./read-large-body.ts";
import { runOperation } from "./run-operation.ts";
import { writeServiceWsdl } from "./service-wsdl.ts";

export const SOAP_PATH = "/Services/soap/MailInvoice";

/** Large files that are sent at one time, in total and of one conta. */
const LARGE_FILE_SLOTS = { max: 4, ofOne: 2 };
const HOST = /^[\w.:[\]-]{1,255}$/;

/** `/Services/soap/MailInvoice`: SOAP 1.1 and 1.2 over the routes of REST, and their WSDL. */
export function createSoapRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get("/", (req, res) => {
    if (!Object.keys(req.query).some((nome) => nome.toLowerCase() === "wsdl")) {
      return void res.redirect(302, `${SOAP_PATH}?wsdl`);
    }
    res.type("text/xml; charset=utf-8").end(writeServiceWsdl(addressOf(app, req)));
  });
  const readBytes = createLargeBodyReader({
    anonymousMax: SOAP_ANONYMOUS_MAX,
    max: SOAP_BODY_MAX,
    isKnown: (req, head) => isKnownHead(app, req, head),
  });
  router.post(
    "/",
    requireMedia(sendFaultDetail),
    limitLargeCalls({ ipOf: (req, res) => readVisit(req, res, app.config).ip, send: sendFaultDetail }),
    ...readBody(readBytes, sendFaultDetail),
    answerPost(app, createSlots(LARGE_FILE_SLOTS)),
  );
  router.all("/", refuseVerb("GET, HEAD, POST"));
  router.use(concludeWithFault(app));
  return router;
}

function addressOf({ config }: AppContext, req: Request): string {
  const host = req.get("host") ?? "";
  const here = HOST.test(host) ? `${req.protocol}://${host}` : config.urlBase;
  return (config.publicUrl ?? here) + SOAP_PATH;
}

function answerPost(app: AppContext, slots: Slots): RequestHandler {
  return async (req, res) => {
    const call = readCall(req, res, { understands: isAuthHeader, send: sendFaultDetail });
    if (call === null) return;
    const { message: soapMessage, version } = call;
    res.locals.soap = version;
    if (soapMessage.namespace !== SOAP_NAMESPACE || !isSoapOperation(soapMessage.local)) {
      const key = "soapOperacao";
      return sendFaultDetail(res, version, { code: "Sender", key, reasonText: formatMessage(key) });
    }
    const description = describeOperation(soapMessage.local);
    countCall(app, res, description);
    const token = readToken(call.headers, req);
    res.locals.comToken = token !== null;
    const { rota: routeName } = description;
    const fields =
      routeName === null
        ? await signIn(app, { req, res }, readFields(soapMessage, description.pedido))
        : await callRoute(app, { req, res }, { routeName, token, description, message: soapMessage, slots });
    const responseXml = `<${soapMessage.local}Response xmlns="${SOAP_NAMESPACE}">${writeFields(fields, description.resposta)}</${soapMessage.local}Response>`;
    res.set("Content-Type", mediaOf(version)).end(writeEnvelope(version, responseXml));
  };
}

type Http = { req: Request; res: Response };
type OperationCall = {
  routeName: RouteName;
  token: string | null;
  description: SoapDescription;
  message: XmlElement;
  slots: Slots;
};

async function callRoute(
  app: AppContext,
  { req, res }: Http,
  { routeName, token, slots, ...operation }: OperationCall,
): Promise<unknown> {
  const ctx = await admitOperation(
    app,
    { req, res },
    { routeName, token, nome: `SOAP ${operation.description.nome}` },
  );
  const takeSlot = (): (() => void) | null => {
    const release = slots.take(ctx.caller.contaId);
    if (release !== null) res.once("close", release);
    return release;
  };
  return await runInTurn(ctx, () => runOperation(routeName, { ctx, req, takeSlot, ...operation }));
}

/** Admits a caller by the rules of the REST route.   @throws {Unauthorized} {Refusal} */
async function admitOperation(
  app: AppContext,
  { req, res }: Http,
  { routeName, token, nome }: { routeName: RouteName; token: string | null; nome: string },
): Promise<SignedInContext> {
  const { gemeo, acesso, escopo, responde } = getRestRow(routeName);
  const row = gemeo === null ? null : getMethodRow(gemeo);
  return await admitToContext(
    { ...app, visit: readVisit(req, res, app.config) },
    {
      token,
      name: nome,
      access: row?.access ?? acesso ?? "manager",
      scope: escopo,
      counting: { isArquivo: responde.tipo === "arquivo", tell: setRateLimitHeaders(res), todos: true },
      recent: row?.recente,
      ...(row?.person === true ? { person: true } : {}),
    },
  );
}

async function signIn(
  app: AppContext,
  { req, res }: Http,
  parsed: Record<string, unknown>,
): Promise<unknown> {
  const row = METHODS["Auth.logar"];
  const params = readBounded(row.params, parsed, { limit: paramsLimitOf(row) });
  // A program keeps no cookie, so the file cookie of the sign-in is dropped.
  const visit = { ...readVisit(req, res, app.config), setFileToken: () => undefined };
  return await runHandler("Auth.logar", { ...app, visit }, params);
}

function isAuthHeader({ local, namespace }: XmlElement): boolean {
  return local === "Autenticacao" && namespace === SOAP_NAMESPACE;
}

/**
 * Whether the beginning of a call, or the HTTP header, holds a
 * valid token. The complete call is admitted again as usual.
 */
async function isKnownHead(app: AppContext, req: Request, head: Buffer): Promise<boolean> {
  const token = readToken(readHeaders(head), req);
  const { res } = req;
  if (res !== undefined) {
    res.locals.soap = versionOfMedia(req.get("content-type"));
    res.locals.comToken = token !== null;
  }
  return await isKnownToken(app, token);
}

function readHeaders(head: Buffer): readonly XmlElement[] {
  try {
    return headersOf(readMessageHead(head));
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}

/** The token of the SOAP header, or of the HTTP header, which is easier for some clients. */
function readToken(headers: readonly XmlElement[], req: Request): string | null {
  const header = headers.find(isAuthHeader);
  const token = header && elementsOf(header).find(({ local }) => local === "token");
  return (token && textOf(token).trim()) || readBearer(req);
}

function countCall({ metrics }: AppContext, res: Response, { nome }: SoapDescription): void {
  const began = performance.now();
  const metodo = `SOAP ${nome}`;
  res.locals.metodos = [metodo];
  res.once("close", () => {
    const fim = res.statusCode < 400 ? "ok" : res.locals.bug === true ? "erro" : "recusada";
    metrics.recordCall({ metodo, fim, ms: performance.now() - began });
  });
}

/** A fault with the Falha detail that the WSDL declares. */
const sendFaultDetail: SendFault = (res, version, { key, ...fault }, status) => {
  const detail = writeFaultDetail(res, key, fault.reasonText);
  sendFault(res, version, { ...fault, key, detail }, status);
};

type FieldErrors = readonly { campo: string; mensagem: string }[];

function writeFaultDetail(
  res: Response,
  codigo: MessageKey,
  soapMessage: string,
  erros: FieldErrors = [],
): string {
  const all = erros.map(
    (erro) =>
      `<erros><campo>${escapeXml(erro.campo)}</campo><mensagem>${escapeXml(erro.mensagem)}</mensagem></erros>`,
  );
  return `<Falha xmlns="${SOAP_NAMESPACE}"><codigo>${codigo}</codigo><mensagem>${escapeXml(soapMessage)}</mensagem>${all.join("")}<requestId>${stampRequest(res)}</requestId></Falha>`;
}

/** Express recognizes an error handler by its four parameters. */
function concludeWithFault({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const version: SoapVersion = res.locals.soap === "1.2" ? "1.2" : "1.1";
    const { problem, bug } = toProblem(error, res.locals.comToken === true);
    const where = { requestId: stampRequest(res), operacoes: res.locals.metodos, err: error };
    if (bug) log.error(where, "erro interno");
    else if (problem.status === 503) log.warn(where, describeOutage(error));
    res.locals.bug = bug;
    for (const [nome, valor] of Object.entries(problem.headers)) {
      if (nome === "Retry-After") res.set(nome, valor);
    }
    const razao = reasonOf(problem);
    const erros = problem.erros.map((erro) => ({ ...erro, campo: soapNameOf(erro.campo) }));
    const detail = writeFaultDetail(res, problem.codigo, razao, erros);
    const codigo = problem.status >= 500 ? "Receiver" : "Sender";
    sendFault(res, version, { code: codigo, key: problem.codigo, reasonText: razao, detail });
  };
}

// REST names its HTTP header in this sentence, SOAP its SOAP header.
function reasonOf({ codigo, message }: Problem): string {
  return codigo === "restSemToken" ? formatMessage("soapSemToken") : message;
}
