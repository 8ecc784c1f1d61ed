import fs from "node:fs";
import path from "node:path";
import type { RequestHandler } from "express";
import express, { Router } from "express";

/** Where `vite build` leaves the SPA. */
export const WEB_DIST = path.resolve(import.meta.dirname, "../../../web/dist");

const YEAR_MS = 31_536_000_000;
const HOUR_MS = 3_600_000;

/** The SPA: files under /assets carry their digest in the name and never change; any other page is index.html. */
export function createSpaDoor(dist: string): Router {
  const router = Router({ caseSensitive: true });
  const index = path.join(dist, "index.html");
  const quiet = { index: false, redirect: false, dotfiles: "ignore" } as const;
  router.use(refuseWriting);
  router.use(
    "/assets",
    express.static(path.join(dist, "assets"), { ...quiet, immutable: true, maxAge: YEAR_MS }),
  );
  // An asset of an older version must not come as HTML: the browser would run it as a script.
  router.use("/assets", (_req, res) => {
    res.status(404).type("text/plain; charset=utf-8").send("Arquivo não encontrado.");
  });
  router.use(express.static(dist, { ...quiet, maxAge: HOUR_MS }));
  router.use((_req, res) => {
    res.set("Cache-Control", "no-cache");
    if (fs.existsSync(index)) res.sendFile(index, { cacheControl: false });
    else res.status(503).type("text/plain; charset=utf-8").send("A interface ainda não foi construída.");
  });
  return router;
}

const refuseWriting: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  res.set("Allow", "GET, HEAD");
  res.status(405).type("text/plain; charset=utf-8").send("Este endereço não atende por este verbo.");
};
