import { createHash } from "node:crypto";
import fs from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import type { Cliente } from "../site/clientes.ts";

/** Content of the site's pages that only the operator knows. */
export type Site = { publicUrl: string | null; clientes: readonly Cliente[] };

/**
 * One block of customers, split around its items; `itens`
 * by the fields that a customer has, e.g. "segmento+site".
 */
export type Bloco = { max: number; antes: string; depois: string; itens: Readonly<Record<string, string>> };

type Pronta = { versao: string; etag: string; corpo: Buffer; br: Buffer; gzip: Buffer };

/**
 * Serves a page of `vite build` with the operator's content: the public address and the customers.
 * Without an address the page has none. A page is rendered once and cached until its file changes.
 */
export function createPagina(
  site: Site,
  blocos: Readonly<Record<string, Bloco>>,
): (file: string) => RequestHandler {
  const kept = new Map<string, Pronta>();
  const open = (file: string): Pronta => {
    const { mtimeMs, size } = fs.statSync(file);
    const versao = `${mtimeMs}-${size}`;
    const before = kept.get(file);
    if (before?.versao === versao) return before;
    const corpo = Buffer.from(fillIn(fs.readFileSync(file, "utf8"), site, blocos));
    const etag = `"${createHash("sha256").update(corpo).digest("base64url").slice(0, 27)}"`;
    const pronta = { versao, etag, corpo, br: brotliCompressSync(corpo), gzip: gzipSync(corpo) };
    kept.set(file, pronta);
    return pronta;
  };
  return (file) => (req, res, next) => {
    if (!fs.existsSync(file)) return next();
    send(req, res, open(file));
  };
}

function send(req: Request, res: Response, pronta: Pronta): void {
  const coding = req.acceptsEncodings("br", "gzip", "identity");
  res.set({ "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: pronta.etag });
  res.type("text/html; charset=utf-8");
  if (coding === "br" || coding === "gzip") res.set("Content-Encoding", coding);
  res.send(coding === "br" ? pronta.br : coding === "gzip" ? pronta.gzip : pronta.corpo);
}

const SO_COM_ENDERECO = /<!--endereco-->([\s\S]*?)<!--\/endereco-->/g;
const CLIENTES = /%%clientes:(\w+)%%/g;
const CAMPO = /%%(nome|segmento|site)%%/g;

/** @returns the page as it is sent */
export function fillIn(html: string, site: Site, blocos: Readonly<Record<string, Bloco>>): string {
  return html
    .replace(SO_COM_ENDERECO, (_all, inside: string) =>
      site.publicUrl === null ? "" : inside.replaceAll("%%url%%", escapeHtml(site.publicUrl)),
    )
    .replace("<!--clientes-->", () => metaOf(site.clientes))
    .replace(CLIENTES, (_all, name: string) => blockOf(blocos[name], site.clientes));
}

/** The same customers for the SPA, which replaces the page. */
function metaOf(clientes: readonly Cliente[]): string {
  if (clientes.length === 0) return "";
  return `<meta name="malote:clientes" content="${escapeHtml(JSON.stringify(clientes))}">`;
}

function blockOf(bloco: Bloco | undefined, clientes: readonly Cliente[]): string {
  if (!bloco || clientes.length === 0) return "";
  const itens = clientes.slice(0, bloco.max).map((cliente) => {
    const known = (["segmento", "site"] as const).filter((field) => cliente[field] !== undefined).join("+");
    const item = bloco.itens[known] ?? "";
    return item.replace(CAMPO, (_all, field: keyof Cliente) => escapeHtml(cliente[field] ?? ""));
  });
  return bloco.antes + itens.join("") + bloco.depois;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
