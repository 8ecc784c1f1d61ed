import { createHash } from "node:crypto";
import fs from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import type { Customer } from "../../site/customers.ts";

/** Content of the site's pages that only the operator knows. */
export type Site = { publicUrl: string | null; customers: readonly Customer[]; isDemo: boolean };

/**
 * One block of customers, split around its items; `items`
 * by the fields that a customer has, e.g. "segmento+site".
 */
export type CustomerBlock = {
  max: number;
  antes: string;
  depois: string;
  itens: Readonly<Record<string, string>>;
};

type RenderedPage = { versao: string; etag: string; corpo: Buffer; br: Buffer; gzip: Buffer };

/**
 * Serves a page of `vite build` with the operator's content: the public address, the customers and
 * the entrance of a demo.
 * Without an address the page has none. A page is rendered once and cached until its file changes.
 */
export function createPageHandler(
  site: Site,
  blocks: Readonly<Record<string, CustomerBlock>>,
): (file: string) => RequestHandler {
  const kept = new Map<string, RenderedPage>();
  const open = (file: string): RenderedPage => {
    const { mtimeMs, size } = fs.statSync(file);
    const versao = `${mtimeMs}-${size}`;
    const before = kept.get(file);
    if (before?.versao === versao) return before;
    const corpo = Buffer.from(renderTemplate(fs.readFileSync(file, "utf8"), site, blocks));
    const etag = `"${createHash("sha256").update(corpo).digest("base64url").slice(0, 27)}"`;
    const rendered = { versao, etag, corpo, br: brotliCompressSync(corpo), gzip: gzipSync(corpo) };
    kept.set(file, rendered);
    return rendered;
  };
  return (file) => (req, res, next) => {
    if (!fs.existsSync(file)) return next();
    send(req, res, open(file));
  };
}

function send(req: Request, res: Response, rendered: RenderedPage): void {
  const coding = req.acceptsEncodings("br", "gzip", "identity");
  res.set({ "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: rendered.etag });
  res.type("text/html; charset=utf-8");
  if (coding === "br" || coding === "gzip") res.set("Content-Encoding", coding);
  res.send(coding === "br" ? rendered.br : coding === "gzip" ? rendered.gzip : rendered.corpo);
}

const ONLY_WITH_ADDRESS = /<!--endereco-->([\s\S]*?)<!--\/endereco-->/g;
const ONLY_IN_DEMO = /<p\b[^>]*\bdata-demonstracao\b[^>]*>[\s\S]*?<\/p>/g;
const CUSTOMERS = /%%clientes:(\w+)%%/g;
const CUSTOMER_FIELD = /%%(nome|segmento|site)%%/g;

/** @returns the page as it is sent */
export function renderTemplate(
  html: string,
  site: Site,
  blocks: Readonly<Record<string, CustomerBlock>>,
): string {
  return html
    .replace(ONLY_WITH_ADDRESS, (_all, inside: string) =>
      site.publicUrl === null ? "" : inside.replaceAll("%%url%%", escapeHtml(site.publicUrl)),
    )
    .replace(ONLY_IN_DEMO, (all) => (site.isDemo ? all : ""))
    .replace("<!--demonstracao-->", site.isDemo ? '<meta name="malote:demonstracao" content="1">' : "")
    .replace("<!--clientes-->", () => metaOf(site.customers))
    .replace(CUSTOMERS, (_all, name: string) => blockOf(blocks[name], site.customers));
}

/** The same customers for the SPA, which replaces the page. */
function metaOf(customers: readonly Customer[]): string {
  if (customers.length === 0) return "";
  return `<meta name="malote:clientes" content="${escapeHtml(JSON.stringify(customers))}">`;
}

function blockOf(block: CustomerBlock | undefined, customers: readonly Customer[]): string {
  if (!block || customers.length === 0) return "";
  const items = customers.slice(0, block.max).map((customer) => {
    const known = (["segmento", "site"] as const).filter((field) => customer[field] !== undefined).join("+");
    const item = block.itens[known] ?? "";
    return item.replace(CUSTOMER_FIELD, (_all, field: keyof Customer) => escapeHtml(customer[field] ?? ""));
  });
  return block.antes + items.join("") + block.depois;
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
