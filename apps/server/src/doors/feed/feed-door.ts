import { formatMensagem } from "@malote/contract";
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from "express";
import express, { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { clientFaultOf } from "../client-fault.ts";
import { mediaOf, type VersaoSoap, versaoOfMedia, writeEnvelope } from "../soap/envelope.ts";
import { createBytesReader, demandMedia, readChamada, readCorpo, sendFault } from "../soap/read-chamada.ts";
import { portaOf, tellRequests } from "../tell-request.ts";
import { stampRequest } from "../visit.ts";
import { answerChamada, answerRecusa } from "./answer.ts";
import { CAMINHO, CAMINHO_SEFAZ } from "./nomes.ts";
import { openDados } from "./read-pedido.ts";
import { judgeTransmissor, readTransmissor } from "./transmissor.ts";
import { type RespostaDist, writeResposta } from "./write-resposta.ts";
import { writeWsdl } from "./wsdl.ts";

/** Bytes of a request; one in its envelope has less than 1 KB. */
const CORPO_MAX = 32_768;
const JANELA_S = 60;

/** The application on the feed's own port: SEFAZ's document distribution protocol only. */
export function createFeedHouse(app: AppContext): Express {
  const house = express();
  house.disable("x-powered-by");
  house.disable("etag");
  house.set("query parser", "simple");
  house.use(tellRequests(app));
  house.use((_req, res, next) => {
    res.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
    next();
  });
  const router = Router();
  for (const caminho of [CAMINHO, `${CAMINHO}/:conta`, CAMINHO_SEFAZ]) {
    router.get(caminho, sendWsdl);
    router.post(caminho, demandMedia(sendFault), demandTransmissor(app));
    router.post(caminho, ...readCorpo(createBytesReader(CORPO_MAX), sendFault), answerPost(app));
    router.all(caminho, (_req, res) => void res.set("Allow", "GET, HEAD, POST").status(405).end());
  }
  house.use(router);
  house.use((_req, res) => void res.status(404).end());
  house.use(concludeError(app));
  return house;
}

const sendWsdl: RequestHandler = (req, res) => {
  if (!Object.keys(req.query).some((name) => name.toLowerCase() === "wsdl")) {
    return void res.set("Allow", "POST").status(405).end();
  }
  const host = req.get("host") ?? "";
  const base = /^[\w.:[\]-]{1,255}$/.test(host) ? `https://${host}` : "";
  res.type("text/xml; charset=utf-8").end(writeWsdl(base, req.path));
};

/** Refuses a caller without a usable certificate before its body is read. */
function demandTransmissor(app: AppContext): RequestHandler {
  return async (req, res, next) => {
    const { transmissor, ip } = whoAsks(req);
    const cStat = judgeTransmissor(transmissor, app.clock.now());
    if (cStat === null) return next();
    const versao = versaoOfMedia(req.get("content-type")) ?? "1.2";
    await answer(res, versao, async () => await answerRecusa(app, ip, cStat));
  };
}

function answerPost(app: AppContext): RequestHandler {
  return async (req, res) => {
    const chamada = readChamada(req, res, { entende: () => false, send: sendFault });
    if (chamada === null) return;
    const { versao, mensagem } = chamada;
    const dados = openDados(mensagem);
    if (dados === null) {
      const key = "soapOperacao";
      return sendFault(res, versao, { codigo: "Sender", key, razao: formatMensagem(key) });
    }
    await answer(res, versao, async () => await answerChamada(app, { dados, ...whoAsks(req) }));
  };
}

async function answer(res: Response, versao: VersaoSoap, find: () => Promise<RespostaDist>): Promise<void> {
  try {
    const resposta = await find();
    res.set("Content-Type", mediaOf(versao)).end(writeEnvelope(versao, writeResposta(resposta)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    res.set("Retry-After", String(JANELA_S));
    sendFault(res, versao, { codigo: "Sender", key: error.key, razao: error.message }, 429);
  }
}

function whoAsks(req: Request) {
  const { conta } = req.params;
  return {
    transmissor: readTransmissor(req.socket),
    identificador: typeof conta === "string" ? conta : null,
    ip: req.socket.remoteAddress ?? "",
  };
}

function concludeError({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, next) => {
    if (res.headersSent) return next(error);
    const status = clientFaultOf(error);
    if (status !== null) return void res.status(status).end();
    const requestId = stampRequest(res);
    log.error({ requestId, porta: portaOf(req.path), err: error }, "erro interno");
    sendFault(res, "1.2", { codigo: "Receiver", key: "restErro", razao: formatMensagem("restErro") });
  };
}
