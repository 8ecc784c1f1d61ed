import type { RequestHandler } from "express";

/**
 * `GET /saude` and `GET /prontidao`: 200 or 503. The response
 * holds no version and no names; the log has the reason.
 */
export function createProbeHandler(probe: () => Promise<boolean>): RequestHandler {
  return async (_req, res) => {
    const ok = await probe();
    res.status(ok ? 200 : 503).json({ ok });
  };
}
