import {
  type DescricaoSoap,
  describeOperacao,
  formatMensagem,
  getMethodRow,
  getRestRow,
  isOperacaoSoap,
  METHODS,
  type MensagemKey,
  nomeSoapOf,
  paramsLimitOf,
  type RotaName,
  SOAP_ANONIMO_MAX,
  SOAP_BODY_MAX,
  SOAP_NAMESPACE,
} from "@malote/contract";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { describeAway } from "../../espera.ts";
import { runInTurn } from "../../pace/run-in-turn.ts";
import { enterAs } from "../../rpc/act-as.ts";
import { isKnownToken } from "../../rpc/caller.ts";
import { runHandler } from "../../rpc/handlers.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { createPlaces, type Places } from "../connections/places.ts";
import { refuseVerb } from "../json-rpc.ts";
import { type Problema, toProblema } from "../rest/problema.ts";
import { readBounded } from "../rest/read-entrada.ts";
import { tellLimite } from "../rest/tell-limite.ts";
import { readBearer, readVisit, stampRequest } from "../visit.ts";
import { boundGrandes } from "./bound-grandes.ts";
import {
  cabecalhosOf,
  escapeXml,
  mediaOf,
  type VersaoSoap,
  versaoOfMedia,
  writeEnvelope,
} from "./envelope.ts";
import { readCampos, writeCampos } from "./mensagem.ts";
import { demandMedia, readChamada, readCorpo, type SendFault, sendFault } from "./read-chamada.ts";
import { createGrandeReader } from "./read-grande.ts";
import { type Elemento, readXmlHead, XmlRecusado } from "./read-xml.ts";
import { runOperacao } from "./run-operacao.ts";
import { writeMailInvoiceWsdl } from "./wsdl.ts";

export const SOAP_PATH = "/Services/soap/MailInvoice";

/** Large files that are sent at one time, in total and of one conta. */
const SAIDAS = { max: 4, ofOne: 2 };
const HOST = /^[\w.:[\]-]{1,255}$/;

/** `/Services/soap/MailInvoice`: SOAP 1.1 and 1.2 over the routes of REST, and their WSDL. */
export function createSoapDoor(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get("/", (req, res) => {
    if (!Object.keys(req.query).some((nome) => nome.toLowerCase() === "wsdl")) {
      return void res.redirect(302, `${SOAP_PATH}?wsdl`);
    }
    res.type("text/xml; charset=utf-8").end(writeMailInvoiceWsdl(addressOf(app, req)));
  });
  const readBytes = createGrandeReader({
    anonymousMax: SOAP_ANONIMO_MAX,
    max: SOAP_BODY_MAX,
    isKnown: (req, head) => isKnownHead(app, req, head),
  });
  router.post(
    "/",
    demandMedia(sendFalha),
    boundGrandes({ ipOf: (req, res) => readVisit(req, res, app.config).ip, send: sendFalha }),
    ...readCorpo(readBytes, sendFalha),
    answerPost(app, createPlaces(SAIDAS)),
  );
  router.all("/", refuseVerb("GET, HEAD, POST"));
  router.use(concludeFalha(app));
  return router;
}

function addressOf({ config }: AppContext, req: Request): string {
  const host = req.get("host") ?? "";
  const here = HOST.test(host) ? `${req.protocol}://${host}` : config.urlBase;
  return (config.publicUrl ?? here) + SOAP_PATH;
}

function answerPost(app: AppContext, saidas: Places): RequestHandler {
  return async (req, res) => {
    const chamada = readChamada(req, res, { entende: isAutenticacao, send: sendFalha });
    if (chamada === null) return;
    const { mensagem, versao } = chamada;
    res.locals.soap = versao;
    if (mensagem.namespace !== SOAP_NAMESPACE || !isOperacaoSoap(mensagem.nome)) {
      const key = "soapOperacao";
      return sendFalha(res, versao, { codigo: "Sender", key, razao: formatMensagem(key) });
    }
    const descricao = describeOperacao(mensagem.nome);
    tellChamada(app, res, descricao);
    const token = readToken(chamada.cabecalhos, req);
    res.locals.comToken = token !== null;
    const { rota } = descricao;
    const campos =
      rota === null
        ? await logar(app, { req, res }, readCampos(mensagem, descricao.pedido))
        : await callRota(app, { req, res }, { rota, token, descricao, mensagem, saidas });
    const resposta = `<${mensagem.nome}Response xmlns="${SOAP_NAMESPACE}">${writeCampos(campos, descricao.resposta)}</${mensagem.nome}Response>`;
    res.set("Content-Type", mediaOf(versao)).end(writeEnvelope(versao, resposta));
  };
}

type Http = { req: Request; res: Response };
type Pedida = {
  rota: RotaName;
  token: string | null;
  descricao: DescricaoSoap;
  mensagem: Elemento;
  saidas: Places;
};

async function callRota(
  app: AppContext,
  { req, res }: Http,
  { rota, token, saidas, ...pedida }: Pedida,
): Promise<unknown> {
  const ctx = await enter(app, { req, res }, { rota, token, nome: `SOAP ${pedida.descricao.nome}` });
  const takePlace = (): (() => void) | null => {
    const giveBack = saidas.take(ctx.caller.contaId);
    if (giveBack !== null) res.once("close", giveBack);
    return giveBack;
  };
  return await runInTurn(ctx, () => runOperacao(rota, { ctx, req, takePlace, ...pedida }));
}

/** Admits a caller by the rules of the REST route.   @throws {Unauthorized} {Refusal} */
async function enter(
  app: AppContext,
  { req, res }: Http,
  { rota, token, nome }: { rota: RotaName; token: string | null; nome: string },
): Promise<SignedInContext> {
  const { gemeo, acesso, escopo, responde } = getRestRow(rota);
  const row = gemeo === null ? null : getMethodRow(gemeo);
  return await enterAs(
    { ...app, visit: readVisit(req, res, app.config) },
    {
      token,
      nome,
      access: row?.access ?? acesso ?? "manager",
      escopo,
      medida: { isArquivo: responde.tipo === "arquivo", tell: tellLimite(res), todos: true },
      recente: row?.recente,
      ...(row?.person === true ? { person: true } : {}),
    },
  );
}

async function logar(app: AppContext, { req, res }: Http, lidos: Record<string, unknown>): Promise<unknown> {
  const row = METHODS["Auth.logar"];
  const params = readBounded(row.params, lidos, { limit: paramsLimitOf(row) });
  // A program keeps no cookie, so the file cookie of the sign-in is dropped.
  const visit = { ...readVisit(req, res, app.config), setArquivoToken: () => undefined };
  return await runHandler("Auth.logar", { ...app, visit }, params);
}

function isAutenticacao({ nome, namespace }: Elemento): boolean {
  return nome === "Autenticacao" && namespace === SOAP_NAMESPACE;
}

/**
 * Whether the beginning of a call, or the HTTP header, holds a
 * valid token. The complete call is admitted again as usual.
 */
async function isKnownHead(app: AppContext, req: Request, head: Buffer): Promise<boolean> {
  const token = readToken(readCabecalhos(head), req);
  const { res } = req;
  if (res !== undefined) {
    res.locals.soap = versaoOfMedia(req.get("content-type"));
    res.locals.comToken = token !== null;
  }
  return await isKnownToken(app, token);
}

function readCabecalhos(head: Buffer): Elemento[] {
  try {
    return cabecalhosOf(readXmlHead(head));
  } catch (error) {
    if (error instanceof XmlRecusado) return [];
    throw error;
  }
}

/** The token of the SOAP header, or of the HTTP header, which is easier for some clients. */
function readToken(cabecalhos: readonly Elemento[], req: Request): string | null {
  const texto = cabecalhos
    .find(isAutenticacao)
    ?.filhos.find(({ nome }) => nome === "token")
    ?.texto.trim();
  return texto === undefined || texto === "" ? readBearer(req) : texto;
}

function tellChamada({ medidas }: AppContext, res: Response, { nome }: DescricaoSoap): void {
  const began = performance.now();
  const metodo = `SOAP ${nome}`;
  res.locals.metodos = [metodo];
  res.once("close", () => {
    const fim = res.statusCode < 400 ? "ok" : res.locals.bug === true ? "erro" : "recusada";
    medidas.chamada({ metodo, fim, ms: performance.now() - began });
  });
}

/** A fault with the Falha detail that the WSDL declares. */
const sendFalha: SendFault = (res, versao, { key, ...falta }, status) => {
  const detalhe = writeFalha(res, key, falta.razao);
  sendFault(res, versao, { ...falta, key, detalhe }, status);
};

type Erros = readonly { campo: string; mensagem: string }[];

function writeFalha(res: Response, codigo: MensagemKey, mensagem: string, erros: Erros = []): string {
  const all = erros.map(
    (erro) =>
      `<erros><campo>${escapeXml(erro.campo)}</campo><mensagem>${escapeXml(erro.mensagem)}</mensagem></erros>`,
  );
  return `<Falha xmlns="${SOAP_NAMESPACE}"><codigo>${codigo}</codigo><mensagem>${escapeXml(mensagem)}</mensagem>${all.join("")}<requestId>${stampRequest(res)}</requestId></Falha>`;
}

/** Express recognizes an error handler by its four parameters. */
function concludeFalha({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const versao: VersaoSoap = res.locals.soap === "1.2" ? "1.2" : "1.1";
    const { problema, bug } = toProblema(error, res.locals.comToken === true);
    const where = { requestId: stampRequest(res), operacoes: res.locals.metodos, err: error };
    if (bug) log.error(where, "erro interno");
    else if (problema.status === 503) log.warn(where, describeAway(error));
    res.locals.bug = bug;
    for (const [nome, valor] of Object.entries(problema.headers)) {
      if (nome === "Retry-After") res.set(nome, valor);
    }
    const razao = razaoOf(problema);
    const erros = problema.erros.map((erro) => ({ ...erro, campo: nomeSoapOf(erro.campo) }));
    const detalhe = writeFalha(res, problema.codigo, razao, erros);
    const codigo = problema.status >= 500 ? "Receiver" : "Sender";
    sendFault(res, versao, { codigo, key: problema.codigo, razao, detalhe });
  };
}

// REST names its HTTP header in this sentence, SOAP its SOAP header.
function razaoOf({ codigo, message }: Problema): string {
  return codigo === "restSemToken" ? formatMensagem("soapSemToken") : message;
}
