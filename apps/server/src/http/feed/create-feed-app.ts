import { formatMessage } from "@malote/contract";
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from "express";
import express, { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { clientErrorStatusOf } from "../client-fault.ts";
import { doorOf, logRequests } from "../log-requests.ts";
import { stampRequest } from "../read-visit.ts";
import { mediaOf, type SoapVersion, versionOfMedia, writeEnvelope } from "../soap/envelope.ts";
import { createBytesReader, readBody, readCall, requireMedia, sendFault } from "../soap/read-call.ts";
import { answerCall, answerRefusal } from "./answer-call.ts";
import { readFeedCaller, validateFeedCaller } from "./client-certificado.ts";
import { writeFeedWsdl } from "./feed-wsdl.ts";
import { openContent } from "./read-query.ts";
import { FEED_PATH, SEFAZ_FEED_PATH } from "./service-names.ts";
import { type DistResponse, writeDistResponse } from "./write-response.ts";

/** Bytes of a request; one in its envelope has less than 1 KB. */
const BODY_MAX = 32_768;
const RETRY_S = 60;

/** The application on the feed's own port: SEFAZ's document distribution protocol only. */
export function createFeedApp(app: AppContext): Express {
  const feedApp = express();
  feedApp.disable("x-powered-by");
  feedApp.disable("etag");
  feedApp.set("query parser", "simple");
  feedApp.use(logRequests(app));
  feedApp.use((_req, res, next) => {
    res.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
    next();
  });
  const router = Router();
  for (const path of [FEED_PATH, `${FEED_PATH}/:conta`, SEFAZ_FEED_PATH]) {
    router.get(path, sendWsdl);
    router.post(path, requireMedia(sendFault), requireCaller(app));
    router.post(path, ...readBody(createBytesReader(BODY_MAX), sendFault), answerPost(app));
    router.all(path, (_req, res) => void res.set("Allow", "GET, HEAD, POST").status(405).end());
  }
  feedApp.use(router);
  feedApp.use((_req, res) => void res.status(404).end());
  feedApp.use(concludeError(app));
  return feedApp;
}

const sendWsdl: RequestHandler = (req, res) => {
  if (!Object.keys(req.query).some((name) => name.toLowerCase() === "wsdl")) {
    return void res.set("Allow", "POST").status(405).end();
  }
  const host = req.get("host") ?? "";
  const base = /^[\w.:[\]-]{1,255}$/.test(host) ? `https://${host}` : "";
  res.type("text/xml; charset=utf-8").end(writeFeedWsdl(base, req.path));
};

/** Refuses a caller without a usable certificate before its body is read. */
function requireCaller(app: AppContext): RequestHandler {
  return async (req, res, next) => {
    const { transmissor, ip } = callerOf(req);
    const cStat = validateFeedCaller(transmissor, app.clock.now());
    if (cStat === null) return next();
    const version = versionOfMedia(req.get("content-type")) ?? "1.2";
    await answer(res, version, async () => await answerRefusal(app, ip, cStat));
  };
}

function answerPost(app: AppContext): RequestHandler {
  return async (req, res) => {
    const call = readCall(req, res, { understands: () => false, send: sendFault });
    if (call === null) return;
    const { version, message } = call;
    const dados = openContent(message);
    if (dados === null) {
      const key = "soapOperacao";
      return sendFault(res, version, { code: "Sender", key, reasonText: formatMessage(key) });
    }
    await answer(res, version, async () => await answerCall(app, { dados, ...callerOf(req) }));
  };
}

async function answer(res: Response, version: SoapVersion, find: () => Promise<DistResponse>): Promise<void> {
  try {
    const answered = await find();
    res.set("Content-Type", mediaOf(version)).end(writeEnvelope(version, writeDistResponse(answered)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    res.set("Retry-After", String(RETRY_S));
    sendFault(res, version, { code: "Sender", key: error.key, reasonText: error.message }, 429);
  }
}

function callerOf(req: Request) {
  const { conta: accountName } = req.params;
  return {
    transmissor: readFeedCaller(req.socket),
    identificador: typeof accountName === "string" ? accountName : null,
    ip: req.socket.remoteAddress ?? "",
  };
}

function concludeError({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, next) => {
    if (res.headersSent) return next(error);
    const status = clientErrorStatusOf(error);
    if (status !== null) return void res.status(status).end();
    const requestId = stampRequest(res);
    log.error({ requestId, porta: doorOf(req.path), err: error }, "erro interno");
    sendFault(res, "1.2", { code: "Receiver", key: "restErro", reasonText: formatMessage("restErro") });
  };
}
