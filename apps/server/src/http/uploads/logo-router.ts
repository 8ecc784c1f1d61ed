import type { Envelope } from "@malote/contract";
import { formatMessage, LOGO_MAX_BYTES } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import { Router } from "express";
import * as z from "zod/mini";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { CallerContext } from "../../rpc/caller-context.ts";
import { saveLogo } from "../../services/empresa/save-logo.ts";
import { admitFileRequest } from "../files/admit-file-request.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { readBearer } from "../read-visit.ts";
import { readUpload, type Upload } from "./read-upload.ts";
import { answerAndClose, errorEnvelope, successEnvelope } from "./upload-envelope.ts";

/** Longest time for the upload of a logo, in ms. */
const UPLOAD_MS = 20_000;
const FORM = { campos: ["empresaId"], arquivoMax: LOGO_MAX_BYTES, prazoMs: UPLOAD_MS };
const uuid = z.uuid();

type CompleteUpload = Extract<Upload, { kind: "ok" }>;
const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;

/**
 * `POST /Services/logo`: a form with empresaId and a picture; an empty file removes the picture.
 * The token must be a header, as for a certificate.
 */
export function createLogoRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.post("/logo", async (req, res) => {
    const visit = { ip: req.ip ?? "" };
    const admitted = await admitFileRequest({ ...app, visit }, { name: "logo", token: readBearer(req) });
    if (admitted.kind === "sem-sessao")
      return answerAndClose(res, 401, errorEnvelope(formatMessage("arquivoSemSessao")));
    if (admitted.kind === "recusado") return answerAndClose(res, 200, errorEnvelope(admitted.mensagem));
    const upload = await readUpload(req, FORM);
    if (upload.kind === "ok") return void res.json(await answer(admitted.ctx, upload));
    const limit = formatSize(LOGO_MAX_BYTES);
    const message =
      upload.kind === "grande"
        ? formatMessage("logoGrande", { limite: limit })
        : formatMessage("logoUploadFalhou");
    answerAndClose(res, STATUS[upload.kind], errorEnvelope(message, "arquivo"));
  });
  router.all("/logo", refuseVerb("POST"));
  return router;
}

async function answer(ctx: CallerContext, { campos, arquivo }: CompleteUpload): Promise<Envelope> {
  try {
    if (arquivo === null) throw new Refusal("logoArquivoObrigatorio", { campo: "arquivo" });
    const id = uuid.safeParse(campos.get("empresaId"));
    if (!id.success) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
    const object = await saveLogo(ctx, ctx.caller, { empresaId: id.data, bytes: arquivo });
    return successEnvelope(object);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return errorEnvelope(error.message, error.campo);
  }
}
