import type { Request, RequestHandler, Response, Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { REST_BASE } from "./base.ts";
import { writeDocumento } from "./openapi/documento.ts";
import { writeReferencia } from "./openapi/referencia.ts";
import { Problema } from "./problema.ts";
import { sendBytes, versionOf } from "./send-json.ts";

/** `/openapi.json` and `/`, the reference for developers. Both are public and generated once. */
export function serveReferencia(router: Router, { config }: AppContext): void {
  const base = `${(config.publicUrl ?? "").replace(/\/$/, "")}${REST_BASE}`;
  const serve = (path: string, type: string, write: () => string): void => {
    let body: Buffer | null = null;
    const send: RequestHandler = async (req: Request, res: Response) => {
      body ??= Buffer.from(write());
      res.set("Content-Type", type);
      await sendBytes({ req, res }, { body, versao: versionOf(body) });
    };
    router.get(path, send);
    router.all(path, () => {
      throw new Problema(405, "restVerbo", {
        values: { verbos: "GET, HEAD" },
        headers: { Allow: "GET, HEAD" },
      });
    });
  };
  serve("/openapi.json", "application/json; charset=utf-8", () => JSON.stringify(writeDocumento(base)));
  serve("/", "text/html; charset=utf-8", () => writeReferencia(writeDocumento(base)));
}
