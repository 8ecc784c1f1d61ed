import {
  type Envelope,
  formatMessage,
  IMPORTACAO_MAX_BYTES,
  importacaoWire,
  type MessageKey,
} from "@malote/contract";
import { formatSize } from "@malote/syntax";
import type { Request, Response } from "express";
import { Router } from "express";
import * as z from "zod/mini";
import type { AppContext } from "../../app-context.ts";
import { BlobTooLarge } from "../../blob/blob-store.ts";
import { isRetryable, Refusal } from "../../errors.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { admitUpload } from "../../services/importacao/admit-upload.ts";
import { writeImportacao } from "../../services/importacao/importacao.wire.ts";
import { receiveUpload } from "../../services/importacao/receive-upload.ts";
import { saveImportacao } from "../../services/importacao/save-importacao.ts";
import { admitFileRequest } from "../files/admit-file-request.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { readBearer, readVisit } from "../read-visit.ts";
import { discardUpload, readStreamedUpload, type StreamedForm } from "./stream-upload.ts";
import { answerAndClose, errorEnvelope, successEnvelope } from "./upload-envelope.ts";

/** Longest time without data in the middle of a file, in ms. */
const IDLE_MS = 30_000;

/** Limits of the upload; lower only in tests. */
export type ImportOptions = { importMax?: number; silencioMs?: number };

/**
 * `POST /Services/import` (spec §7): a form with one XML or ZIP file, which is streamed to the blob
 * store. Any user of the conta may send files. The token must be a header, as for certificates.
 */
export function createImportRouter(app: AppContext, o: ImportOptions = {}): Router {
  const router = Router({ caseSensitive: true });
  const { importMax = IMPORTACAO_MAX_BYTES, silencioMs = IDLE_MS } = o;
  const form = { arquivoMax: importMax, silencioMs };
  router.post("/import", async (req, res) => {
    const visit = readVisit(req, res, app.config);
    const admitted = await admitFileRequest({ ...app, visit }, { name: "import", token: readBearer(req) });
    if (admitted.kind === "sem-sessao") return answerAndClose(res, 401, refuse("arquivoSemSessao"));
    if (admitted.kind === "recusado") return answerAndClose(res, 200, errorEnvelope(admitted.mensagem));
    const { ctx } = admitted;
    let begun = false;
    try {
      await admitUpload(ctx, async () => {
        begun = true;
        const upload = await readStreamedUpload(req, form, (arquivo) =>
          receiveUpload(ctx, arquivo, importMax),
        );
        if (upload.kind !== "ok")
          return answerAndClose(res, STATUS[upload.kind], refuseUpload(upload.kind, form));
        if (upload.result === null) return answerAndClose(res, 400, refuse("falhaUploadArquivo"));
        const object = z.parse(importacaoWire, writeImportacao(await saveImportacao(ctx, upload.result)));
        res.json(successEnvelope(object));
      });
    } catch (error) {
      const { status, body } = readFailure(ctx, form, error);
      if (begun) answerAndClose(res, status, body);
      else await leaveUnread(req, res, { status, body, form });
    }
  });
  router.all("/import", refuseVerb("POST"));
  return router;
}

const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;

function readFailure(
  { log, visit }: SignedInContext,
  form: StreamedForm,
  error: unknown,
): { status: number; body: Envelope } {
  if (error instanceof Refusal) return { status: 200, body: errorEnvelope(error.message, error.campo) };
  if (error instanceof BlobTooLarge) return { status: STATUS.grande, body: refuseUpload("grande", form) };
  const fields = { requestId: visit.requestId, err: error };
  const isUnavailable = isRetryable(error);
  if (isUnavailable) log.warn(fields, "um arquivo enviado não pôde ser guardado");
  else log.error(fields, "erro ao guardar um arquivo enviado");
  return { status: isUnavailable ? 503 : 500, body: refuse("erroTransmitindoArquivo") };
}

function refuse(key: MessageKey): Envelope {
  return errorEnvelope(formatMessage(key));
}

function refuseUpload(kind: keyof typeof STATUS, { arquivoMax }: StreamedForm): Envelope {
  if (kind !== "grande") return refuse("falhaUploadArquivo");
  const limit = formatSize(arquivoMax);
  return errorEnvelope(formatMessage("importacaoGrande", { limite: limit }), "arquivo");
}

type UnreadRefusal = { status: number; body: Envelope; form: StreamedForm };

/**
 * Sends the answer before the rest of the request is read
 * and dropped: closing earlier would lose the answer.
 */
async function leaveUnread(
  req: Request,
  res: Response,
  { status, body, form }: UnreadRefusal,
): Promise<void> {
  const answer = Buffer.from(JSON.stringify(body));
  res.set({ Connection: "close", "Content-Length": String(answer.length) });
  res.status(status).type("json").write(answer);
  await discardUpload(req, form);
  res.end();
}
