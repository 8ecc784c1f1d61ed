import { formatMensagem } from "@malote/contract";
import type { RequestHandler } from "express";
import type { AppContext } from "../app-context.ts";
import { replyError } from "../rpc/dialects.ts";
import { invalidRequest } from "../rpc/outcome.ts";
import { isForeign } from "./visit.ts";

/** Refuses what the page of another site has a browser send. Who only reads needs no more than the answer being kept from that page. */
export function refuseForeign({ config }: AppContext): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD" || !isForeign(req, config)) return next();
    res.set("Connection", "close");
    res.status(403).json(replyError(invalidRequest(formatMensagem("origemAlheia")), 403).body);
  };
}
