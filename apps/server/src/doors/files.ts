import { formatMensagem, type MensagemKey } from "@malote/contract";
import type { Request, RequestHandler, Response } from "express";
import { Router } from "express";
import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { runInTurn } from "../pace/run-in-turn.ts";
import { type Acting, findArquivoActing } from "../rpc/act-as.ts";
import type { Visited } from "../rpc/caller.ts";
import { readArquivoPedidoFile } from "../services/arquivo-pedido/find-arquivo.ts";
import type { Download } from "../services/download.ts";
import { readAnexoFile, readEmailFile } from "../services/email/email-arquivo.ts";
import { readLogoFile } from "../services/empresa/logo.ts";
import { readImportacaoFile } from "../services/importacao/importacao-arquivo.ts";
import { readXmlFile } from "../services/nota/nota-arquivo.ts";
import { readEventoFile, readPapelFile } from "../services/nota/nota-papel.ts";
import { readDiagnosticoFile } from "../services/operador/write-diagnostico.ts";
import { answerEntrada, type Entrou, enterArquivo, portaOf } from "./enter-arquivo.ts";
import { refuseVerb } from "./json-rpc.ts";
import { allowFrame, sendFile } from "./send-file.ts";
import { readBearer, readCookie } from "./visit.ts";

/** ctx: of the caller. */
type Find = (ctx: Acting, req: Request) => Promise<Download>;

/** mostrado: see Entrega. */
type Rota = { nome: string; find: Find; mostrado: boolean };

const uuid = z.uuid();

/** The GET file endpoints of spec §7; only they also accept the file cookie. */
export function createFilesDoor(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  const serve = (path: string, find: Find, { mostrado = false } = {}): void => {
    router.get(path, serveFile(app, { nome: path.slice(1), find, mostrado }));
    router.all(path, refuseVerb("GET, HEAD"));
  };
  serve("/downloadDFe", (ctx, req) => readXmlFile(ctx, ctx.caller, readId(req, "id", "notaNaoEncontrada")));
  serve("/downloadEmailAnexo", (ctx, req) =>
    req.query.emailId === undefined
      ? readAnexoFile(ctx, ctx.caller, readId(req, "id", "anexoNaoEncontrado"))
      : readEmailFile(ctx, ctx.caller, readId(req, "emailId", "emailNaoEncontrado")),
  );
  serve("/downloadExportacao", (ctx, req) =>
    readArquivoPedidoFile(ctx, ctx.caller, {
      id: readId(req, "id", "exportacaoNaoEncontrada"),
      tipo: "exportacao",
    }),
  );
  serve("/downloadRepositorio", (ctx, req) =>
    readArquivoPedidoFile(ctx, ctx.caller, {
      id: readId(req, "id", "repositorioNaoEncontrado"),
      tipo: "repositorio",
    }),
  );
  serve("/downloadArquivoImportacao", (ctx, req) =>
    readImportacaoFile(ctx, ctx.caller, readId(req, "id", "importacaoNaoEncontrada")),
  );
  serve("/downloadLogo", (ctx, req) =>
    readLogoFile(ctx, ctx.caller, readId(req, "id", "empresaNaoEncontrada")),
  );
  serve("/downloadDiagnostico", (ctx) => readDiagnosticoFile(ctx));
  // Each name serves the printed form that the document has, so that a link does not depend on its type.
  for (const path of ["/downloadDanfe", "/downloadDacte"]) {
    serve(path, (ctx, req) => readPapelFile(ctx, ctx.caller, readId(req, "id", "notaNaoEncontrada")), {
      mostrado: true,
    });
  }
  serve("/downloadEvento", (ctx, req) =>
    readEventoFile(ctx, ctx.caller, {
      id: readId(req, "id", "eventoNaoEncontrado"),
      formato: req.query.formato === "pdf" ? "pdf" : "xml",
    }),
  );
  return router;
}

type Ausente =
  | "notaNaoEncontrada"
  | "anexoNaoEncontrado"
  | "emailNaoEncontrado"
  | "eventoNaoEncontrado"
  | "exportacaoNaoEncontrada"
  | "repositorioNaoEncontrado"
  | "importacaoNaoEncontrada"
  | "empresaNaoEncontrada";

// An id of another conta, of a deleted row or an invalid one gives the same answer.
function readId(req: Request, name: "id" | "emailId", ausente: Ausente): string {
  const read = uuid.safeParse(req.query[name]);
  if (!read.success) throw new Refusal(ausente);
  return read.data;
}

function serveFile(app: AppContext, { nome, find, mostrado }: Rota): RequestHandler {
  return async (req, res) => {
    const entrou = await enterFile(app, req, nome);
    if (entrou.kind === "sem-sessao") return sendToLogin(req, res);
    if (mostrado) allowFrame(res);
    if (entrou.kind === "recusado") return sendRecusa(req, res, entrou);
    try {
      const { ctx } = entrou;
      const file = await runInTurn(ctx, () => find(ctx, req));
      await sendFile({ req, res }, file, { mostrado, log: app.log });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendArquivoRecusado(req, res, { refusal: error, status: 404 });
    }
  };
}

/** Statuses of refusals by the antivirus and of pages for product staff; others get `status`. */
const STATUS: Partial<Record<MensagemKey, number>> = {
  arquivoComVirus: 403,
  arquivoSemExame: 403,
  antivirusFora: 503,
  produtoRestrito: 403,
};
const ANTIVIRUS_VOLTA_S = "60";

/** Answers why a file is not sent.   @param status of refusals other than the antivirus' */
export function sendArquivoRecusado(
  req: Request,
  res: Response,
  { refusal: { key, message: mensagem }, status }: { refusal: Refusal; status: number },
): void {
  if (key === "antivirusFora") res.set("Retry-After", ANTIVIRUS_VOLTA_S);
  sendSentence(req, res, { status: STATUS[key] ?? status, mensagem });
}

/**
 * Authorizes a file request: by its bearer token, or by the file cookie when our own page sent it.
 */
export async function enterFile(app: AppContext, req: Request, nome: string): Promise<Entrou> {
  const ctx: Visited = { ...app, visit: { ip: req.ip ?? "" } };
  const bearer = readBearer(req);
  if (bearer !== null) return await enterArquivo(ctx, { nome, token: bearer, isArquivo: true });
  const cookie = isOwnRequest(req) ? readCookie(req, app.config) : null;
  if (cookie === null) return { kind: "sem-sessao" };
  return await answerEntrada(() => findArquivoActing(ctx, { ...portaOf(nome), token: cookie }));
}

/**
 * Sent by our own pages or typed by the user; for browsers
 * without the header, SameSite=Strict has the same effect.
 */
function isOwnRequest(req: Request): boolean {
  const site = req.get("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

/** Redirects a browser to sign in and back; answers 401 to a program. */
function sendToLogin(req: Request, res: Response): void {
  if (isNavigation(req)) {
    res.redirect(302, `/login?voltar=${encodeURIComponent(req.originalUrl)}`);
    return;
  }
  res.set("WWW-Authenticate", "Bearer");
  sendSentence(req, res, { status: 401, mensagem: formatMensagem("arquivoSemSessao") });
}

function isNavigation(req: Request): boolean {
  if (req.get("authorization") !== undefined) return false;
  const mode = req.get("sec-fetch-mode");
  if (mode !== undefined) return mode === "navigate";
  return (req.get("accept") ?? "").includes("text/html");
}

/** Answers a refused file request, with Retry-After when it is a matter of time. */
function sendRecusa(
  req: Request,
  res: Response,
  { mensagem, segundos }: { mensagem: string; segundos: number | null },
): void {
  if (segundos !== null) res.set("Retry-After", String(segundos));
  sendSentence(req, res, { status: segundos === null ? 403 : 429, mensagem });
}

/** A refusal: plain text for a browser navigation, the envelope for a program. */
export function sendSentence(
  req: Request,
  res: Response,
  { status, mensagem }: { status: number; mensagem: string },
): void {
  res.status(status);
  if (isNavigation(req)) res.type("text/plain; charset=utf-8").send(mensagem);
  else res.json({ sucesso: false, mensagem, erros: [], object: null, results: null, totalCount: null });
}
