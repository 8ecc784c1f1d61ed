import type { MessageKey } from "@malote/contract";
import type { Request } from "express";
import { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { readPublicNota } from "../../services/nota/public-download/public-nota.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { sendFileRefusal } from "./files-router.ts";
import { sendFile } from "./send-file.ts";

/** Refusals that do not concern the request itself answer 404. */
const STATUS: Partial<Record<MessageKey, number>> = {
  captchaObrigatorio: 400,
  chavePublicaObrigatoria: 400,
  chaveInvalida: 400,
  captchaInvalido: 403,
  downloadPublicoExpirado: 403,
  downloadPublicoSoPapel: 409,
  muitosDownloads: 429,
};

/**
 * `GET /Services/downloadPublico?captcha=&chaveAcesso=&formato=`: one document for a solved captcha
 * or its ticket (Nota.getNotaDownloadPublico). No session is read, and the address is not logged.
 */
export function createPublicDownloadRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get("/downloadPublico", async (req, res) => {
    try {
      const file = await readPublicNota(app, req.ip ?? "", {
        captcha: textOf(req, "captcha"),
        chaveAcesso: textOf(req, "chaveAcesso") || textOf(req, "ChaveAcesso"),
        formato: req.query.formato === "pdf" ? "pdf" : "xml",
      });
      await sendFile({ req, res }, file, { inFrame: false, log: app.log });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendFileRefusal(req, res, { refusal: error, status: STATUS[error.key] ?? 404 });
    }
  });
  router.all("/downloadPublico", refuseVerb("GET, HEAD"));
  return router;
}

function textOf(req: Request, name: string): string {
  const value = req.query[name];
  return typeof value === "string" ? value : "";
}
