import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { formatMensagem } from "@malote/contract";
import type { Request, RequestHandler, Response } from "express";
import { Router } from "express";
import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { findArquivoCaller, findCaller } from "../rpc/caller.ts";
import type { Download } from "../services/download.ts";
import { readAnexoFile, readEmailFile } from "../services/email/email-arquivo.ts";
import type { Caller } from "../services/handler.ts";
import { readXmlFile } from "../services/nota/nota-arquivo.ts";
import { ATTACHMENT_CSP, cleanFileName, safeType, writeDisposition } from "./attachment.ts";
import { refuseVerb } from "./json-rpc.ts";
import { readBearer, readCookie } from "./visit.ts";

type Find = (app: AppContext, caller: Caller, req: Request) => Promise<Download>;

const unzip = promisify(gunzip);
const uuid = z.uuid();

/** The GET file endpoints of spec §7; they also take the file cookie, which nothing else does. */
export function createFilesDoor(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  const serve = (path: string, find: Find): void => {
    router.get(path, serveFile(app, find));
    router.all(path, refuseVerb("GET, HEAD"));
  };
  serve("/downloadDFe", (ctx, caller, req) =>
    readXmlFile(ctx, caller, readId(req, "id", "notaNaoEncontrada")),
  );
  serve("/downloadEmailAnexo", (ctx, caller, req) =>
    req.query.emailId === undefined
      ? readAnexoFile(ctx, caller, readId(req, "id", "anexoNaoEncontrado"))
      : readEmailFile(ctx, caller, readId(req, "emailId", "emailNaoEncontrado")),
  );
  return router;
}

type Ausente = "notaNaoEncontrada" | "anexoNaoEncontrado" | "emailNaoEncontrado";

// Another conta's id, a deleted one and nonsense all get one answer.
function readId(req: Request, name: "id" | "emailId", ausente: Ausente): string {
  const read = uuid.safeParse(req.query[name]);
  if (!read.success) throw new Refusal(ausente);
  return read.data;
}

function serveFile(app: AppContext, find: Find): RequestHandler {
  return async (req, res) => {
    const caller = await findFileCaller(app, req);
    if (caller === null) return sendToLogin(req, res);
    try {
      await sendFile(req, res, await find(app, caller, req));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendSentence(req, res, { status: 404, mensagem: error.message });
    }
  };
}

async function findFileCaller(app: AppContext, req: Request): Promise<Caller | null> {
  const bearer = readBearer(req);
  if (bearer !== null) return await findCaller(app, bearer);
  const cookie = isOwnRequest(req) ? readCookie(req, app.config) : null;
  return cookie === null ? null : await findArquivoCaller(app, cookie);
}

/** From our own pages, or typed by the person; SameSite=Strict says the same to browsers that do not tell. */
function isOwnRequest(req: Request): boolean {
  const site = req.get("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

async function sendFile(req: Request, res: Response, { nome, tipo, bytes, gzip }: Download): Promise<void> {
  const asStored = gzip && req.acceptsEncodings("gzip") === "gzip";
  const body = gzip && !asStored ? await unzip(bytes) : bytes;
  res.set({
    "Content-Type": safeType(tipo),
    "Content-Disposition": writeDisposition(cleanFileName(nome, "arquivo")),
    "Content-Security-Policy": ATTACHMENT_CSP,
    "Content-Length": String(body.length),
    "X-Content-Type-Options": "nosniff",
  });
  if (gzip) res.vary("Accept-Encoding");
  if (asStored) res.set("Content-Encoding", "gzip");
  res.end(req.method === "HEAD" ? undefined : body);
}

/** A person goes to sign in and comes back; a program is told. */
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

function sendSentence(
  req: Request,
  res: Response,
  { status, mensagem }: { status: number; mensagem: string },
): void {
  res.status(status);
  if (isNavigation(req)) res.type("text/plain; charset=utf-8").send(mensagem);
  else res.json({ sucesso: false, mensagem, erros: [], object: null, results: null, totalCount: null });
}
