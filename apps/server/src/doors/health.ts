import type { RequestHandler } from "express";

/** `GET /saude` and `GET /prontidao`: 200 for yes, else 503. They tell no versions and no names: the log says what is wrong. */
export function createProbeDoor(ask: () => Promise<boolean>): RequestHandler {
  return async (_req, res) => {
    const ok = await ask();
    res.status(ok ? 200 : 503).json({ ok });
  };
}
