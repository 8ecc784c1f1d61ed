import type { Request, RequestHandler, Response, Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { REST_BASE } from "./base-path.ts";
import { writeOpenApiDocument } from "./openapi/document.ts";
import { writeReferencePage } from "./openapi/reference-page.ts";
import { Problem } from "./problem.ts";
import { sendBytes, versionOf } from "./send-json.ts";

/** `/openapi.json` and `/`, the reference for developers. Both are public and generated once. */
export function serveReference(router: Router, { config }: AppContext): void {
  const base = `${(config.publicUrl ?? "").replace(/\/$/, "")}${REST_BASE}`;
  const serve = (path: string, type: string, write: () => string): void => {
    let body: Buffer | null = null;
    const send: RequestHandler = async (req: Request, res: Response) => {
      body ??= Buffer.from(write());
      res.set("Content-Type", type);
      await sendBytes({ req, res }, { body, version: versionOf(body) });
    };
    router.get(path, send);
    router.all(path, () => {
      throw new Problem(405, "restVerbo", {
        values: { verbos: "GET, HEAD" },
        headers: { Allow: "GET, HEAD" },
      });
    });
  };
  serve("/openapi.json", "application/json; charset=utf-8", () => JSON.stringify(writeOpenApiDocument(base)));
  serve("/", "text/html; charset=utf-8", () => writeReferencePage(writeOpenApiDocument(base)));
}
