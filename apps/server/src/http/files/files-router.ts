import { formatMessage, type MessageKey } from "@malote/contract";
import type { Request, RequestHandler, Response } from "express";
import { Router } from "express";
import { z } from "zod";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { runInTurn } from "../../pace/run-in-turn.ts";
import { admitFileCookie, type CallerContext } from "../../rpc/caller-context.ts";
import type { VisitContext } from "../../rpc/find-caller.ts";
import { readAnexoFile, readEmailFile } from "../../services/email/read-email-file.ts";
import { readLogoFile } from "../../services/empresa/save-logo.ts";
import type { Download } from "../../services/file-download.ts";
import { readImportacaoFile } from "../../services/importacao/read-importacao-file.ts";
import { readEventoFile, readPrintedFormFile } from "../../services/nota/document/read-printed-form.ts";
import { readXmlFile } from "../../services/nota/document/read-xml-file.ts";
import { readDiagnosticsFile } from "../../services/operador/write-diagnostics.ts";
import { readRequestedFile } from "../../services/requested-file/read-requested-file.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { readBearer, readCookie } from "../read-visit.ts";
import { admitFileRequest, type FileAdmission, fileEntryOf, toFileAdmission } from "./admit-file-request.ts";
import { allowFrame, sendFile } from "./send-file.ts";

/** ctx: of the caller. */
type Find = (ctx: CallerContext, req: Request) => Promise<Download>;

/** inFrame: see Entrega. */
type FileRoute = { name: string; find: Find; inFrame: boolean };

const uuid = z.uuid();

/** The GET file endpoints of spec §7; only they also accept the file cookie. */
export function createFilesRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  const serve = (path: string, find: Find, { inFrame = false } = {}): void => {
    router.get(path, serveFile(app, { name: path.slice(1), find, inFrame }));
    router.all(path, refuseVerb("GET, HEAD"));
  };
  serve("/downloadDFe", (ctx, req) => readXmlFile(ctx, ctx.caller, readId(req, "id", "notaNaoEncontrada")));
  serve("/downloadEmailAnexo", (ctx, req) =>
    req.query.emailId === undefined
      ? readAnexoFile(ctx, ctx.caller, readId(req, "id", "anexoNaoEncontrado"))
      : readEmailFile(ctx, ctx.caller, readId(req, "emailId", "emailNaoEncontrado")),
  );
  serve("/downloadExportacao", (ctx, req) =>
    readRequestedFile(ctx, ctx.caller, {
      id: readId(req, "id", "exportacaoNaoEncontrada"),
      tipo: "exportacao",
    }),
  );
  serve("/downloadRepositorio", (ctx, req) =>
    readRequestedFile(ctx, ctx.caller, {
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
  serve("/downloadDiagnostico", (ctx) => readDiagnosticsFile(ctx));
  // Each name serves the printed form that the document has, so that a link does not depend on its type.
  for (const path of ["/downloadDanfe", "/downloadDacte"]) {
    const find: Find = (ctx, req) =>
      readPrintedFormFile(ctx, ctx.caller, {
        id: readId(req, "id", "notaNaoEncontrada"),
        format: req.query.formato === "svg" ? "svg" : "pdf",
      });
    serve(path, find, { inFrame: true });
  }
  serve("/downloadEvento", (ctx, req) =>
    readEventoFile(ctx, ctx.caller, {
      id: readId(req, "id", "eventoNaoEncontrado"),
      formato: req.query.formato === "pdf" ? "pdf" : "xml",
    }),
  );
  return router;
}

type MissingKey =
  | "notaNaoEncontrada"
  | "anexoNaoEncontrado"
  | "emailNaoEncontrado"
  | "eventoNaoEncontrado"
  | "exportacaoNaoEncontrada"
  | "repositorioNaoEncontrado"
  | "importacaoNaoEncontrada"
  | "empresaNaoEncontrada";

// An id of another conta, of a deleted row or an invalid one gives the same answer.
function readId(req: Request, name: "id" | "emailId", missingKey: MissingKey): string {
  const read = uuid.safeParse(req.query[name]);
  if (!read.success) throw new Refusal(missingKey);
  return read.data;
}

function serveFile(app: AppContext, { name: endpoint, find, inFrame }: FileRoute): RequestHandler {
  return async (req, res) => {
    const admitted = await admitFileOrCookie(app, req, endpoint);
    if (admitted.kind === "sem-sessao") return sendToLogin(req, res);
    if (inFrame) allowFrame(res);
    if (admitted.kind === "recusado") return sendAdmissionRefusal(req, res, admitted);
    try {
      const { ctx } = admitted;
      const file = await runInTurn(ctx, () => find(ctx, req));
      await sendFile({ req, res }, file, { inFrame, log: app.log });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendFileRefusal(req, res, { refusal: error, status: 404 });
    }
  };
}

/** Statuses of refusals by the antivirus and of pages for product staff; others get `status`. */
const STATUS: Partial<Record<MessageKey, number>> = {
  arquivoComVirus: 403,
  arquivoSemExame: 403,
  antivirusFora: 503,
  produtoRestrito: 403,
};
const ANTIVIRUS_RETRY_S = "60";

/** Answers why a file is not sent.   @param status of refusals other than the antivirus' */
export function sendFileRefusal(
  req: Request,
  res: Response,
  { refusal: { key, message }, status }: { refusal: Refusal; status: number },
): void {
  if (key === "antivirusFora") res.set("Retry-After", ANTIVIRUS_RETRY_S);
  sendSentence(req, res, { status: STATUS[key] ?? status, mensagem: message });
}

/**
 * Authorizes a file request: by its bearer token, or by the file cookie when our own page sent it.
 */
export async function admitFileOrCookie(
  app: AppContext,
  req: Request,
  endpoint: string,
): Promise<FileAdmission> {
  const ctx: VisitContext = { ...app, visit: { ip: req.ip ?? "" } };
  const bearer = readBearer(req);
  if (bearer !== null) return await admitFileRequest(ctx, { name: endpoint, token: bearer, isArquivo: true });
  const cookie = isOwnRequest(req) ? readCookie(req, app.config) : null;
  if (cookie === null) return { kind: "sem-sessao" };
  return await toFileAdmission(() => admitFileCookie(ctx, { ...fileEntryOf(endpoint), token: cookie }));
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
  sendSentence(req, res, { status: 401, mensagem: formatMessage("arquivoSemSessao") });
}

function isNavigation(req: Request): boolean {
  if (req.get("authorization") !== undefined) return false;
  const mode = req.get("sec-fetch-mode");
  if (mode !== undefined) return mode === "navigate";
  return (req.get("accept") ?? "").includes("text/html");
}

/** Answers a refused file request, with Retry-After when it is a matter of time. */
function sendAdmissionRefusal(
  req: Request,
  res: Response,
  { mensagem: message, seconds }: { mensagem: string; seconds: number | null },
): void {
  if (seconds !== null) res.set("Retry-After", String(seconds));
  sendSentence(req, res, { status: seconds === null ? 403 : 429, mensagem: message });
}

/** A refusal: plain text for a browser navigation, the envelope for a program. */
export function sendSentence(
  req: Request,
  res: Response,
  { status, mensagem: message }: { status: number; mensagem: string },
): void {
  res.status(status);
  if (isNavigation(req)) res.type("text/plain; charset=utf-8").send(message);
  else
    res.json({ sucesso: false, mensagem: message, erros: [], object: null, results: null, totalCount: null });
}
