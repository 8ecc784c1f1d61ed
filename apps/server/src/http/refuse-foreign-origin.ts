import { formatMessage } from "@malote/contract";
import type { RequestHandler } from "express";
import type { AppContext } from "../app-context.ts";
import { replyError } from "../rpc/dialects.ts";
import { invalidRequest } from "../rpc/outcome.ts";
import { isForeign } from "./read-visit.ts";

/**
 * Refuses requests that another site's page makes a browser
 * send. Reads pass, because that page cannot see the response.
 */
export function refuseForeignOrigin({ config }: AppContext): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD" || !isForeign(req, config)) return next();
    res.set("Connection", "close");
    res.status(403).json(replyError(invalidRequest(formatMessage("origemAlheia")), 403).body);
  };
}
