import type { RequestHandler } from "express";
import type { AppContext } from "../app-context.ts";

/** A name that no conta can have: the question only shows that the database answers. */
const NOBODY = "";

/** `GET /saude`: 200 while the database answers, else 503. It tells no versions and no names. */
export function createHealthDoor({ database }: AppContext): RequestHandler {
  return async (_req, res) => {
    try {
      await database.portaria.findConta(NOBODY);
      res.json({ ok: true });
    } catch {
      res.status(503).json({ ok: false });
    }
  };
}
