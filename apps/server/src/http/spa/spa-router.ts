import fs from "node:fs";
import path from "node:path";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import type { RequestHandler } from "express";
import express, { Router } from "express";
import { type CustomerBlock, createPageHandler, escapeHtml, type Site } from "./render-page.ts";

/** Output folder of `vite build` for the SPA. */
export const WEB_DIST = path.resolve(import.meta.dirname, "../../../../web/dist");

const YEAR_MS = 365 * DAY_MS;
const HOUR_S = 3_600;
/** Written by the build and never served, because dot folders are ignored. */
const PAGES_FILE = ".vite/paginas.json";

/**
 * The build's list of pages: [route, file, whether the sitemap lists it], and the blocks of customers.
 */
type Pages = { rotas: readonly [string, string, boolean][]; blocos: Readonly<Record<string, CustomerBlock>> };

/**
 * Serves the SPA: /assets have their digest in the name and never change; a prerendered page has
 * its own file; any other path is index.html.
 */
export function createSpaRouter(dist: string, site: Site): Router {
  const router = Router({ caseSensitive: true });
  const quiet = { index: false, redirect: false, dotfiles: "ignore" } as const;
  const { rotas, blocos } = readPages(dist);
  const page = createPageHandler(site, blocos);
  router.use(refuseWriting);
  router.use(
    "/assets",
    preferPrecompressed(path.join(dist, "assets")),
    express.static(path.join(dist, "assets"), { ...quiet, immutable: true, maxAge: YEAR_MS }),
  );
  // A missing asset must not be answered with HTML, which the browser would run as a script.
  router.use("/assets", (_req, res) => {
    res.status(404).type("text/plain; charset=utf-8").send("Arquivo não encontrado.");
  });
  router.get("/robots.txt", createRobots(site));
  router.get("/sitemap.xml", createSitemap(site, rotas));
  for (const [rota, file] of rotas) router.get(rota, page(path.join(dist, file)));
  router.use(exceptPages(express.static(dist, { ...quiet, maxAge: HOUR_MS })));
  router.use(page(path.join(dist, "index.html")), (_req, res) => {
    res.set("Cache-Control", "no-cache");
    res.status(503).type("text/plain; charset=utf-8").send("A interface ainda não foi construída.");
  });
  return router;
}

function readPages(dist: string): Pages {
  const file = path.join(dist, PAGES_FILE);
  if (!fs.existsSync(file)) return { rotas: [], blocos: {} };
  return JSON.parse(fs.readFileSync(file, "utf8")) as Pages;
}

/** A page is served by its route only: its bare file lacks the operator's content. */
function exceptPages(files: RequestHandler): RequestHandler {
  return (req, res, next) => (req.path.endsWith(".html") ? next() : files(req, res, next));
}

const PRECOMPRESSED = { ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8" } as const;

/** Serves the precompressed file of the build to clients that accept its coding: x.js.br for x.js. */
function preferPrecompressed(dir: string): RequestHandler {
  return (req, res, next) => {
    const type = PRECOMPRESSED[path.extname(req.path) as keyof typeof PRECOMPRESSED];
    if (type === undefined || !/^\/[\w.-]+$/.test(req.path)) return next();
    res.vary("Accept-Encoding");
    const coding = req.acceptsEncodings("br", "gzip");
    const twin = coding === "br" ? ".br" : coding === "gzip" ? ".gz" : "";
    if (coding && twin && fs.existsSync(path.join(dir, req.path + twin))) {
      res.set({ "Content-Type": type, "Content-Encoding": coding });
      req.url = req.path + twin;
    }
    next();
  };
}

function createRobots({ publicUrl }: Site): RequestHandler {
  const lines = [
    "User-agent: *",
    "Disallow: /Services/",
    ...(publicUrl ? [`Sitemap: ${publicUrl}/sitemap.xml`] : []),
  ];
  return (_req, res) => {
    res.set("Cache-Control", `public, max-age=${HOUR_S}`);
    res.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  };
}

/** A sitemap needs absolute URLs: without a public address there is none. */
function createSitemap({ publicUrl }: Site, rotas: Pages["rotas"]): RequestHandler {
  if (publicUrl === null) return (_req, res) => void res.status(404).type("text/plain; charset=utf-8").end();
  const urls = rotas.flatMap(([rota, , isListed]) =>
    isListed ? [`<url><loc>${escapeHtml(publicUrl + rota)}</loc></url>`] : [],
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
  return (_req, res) => {
    res.set("Cache-Control", `public, max-age=${HOUR_S}`);
    res.type("application/xml; charset=utf-8").send(xml);
  };
}

const refuseWriting: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  res.set("Allow", "GET, HEAD");
  res.status(405).type("text/plain; charset=utf-8").send("Este endereço não aceita este verbo HTTP.");
};
