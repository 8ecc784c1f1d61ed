import {
  type Envelope,
  formatMensagem,
  IMPORTACAO_MAX_BYTES,
  importacaoWire,
  type MensagemKey,
} from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import type { Request, Response } from "express";
import { Router } from "express";
import * as z from "zod/mini";
import type { AppContext } from "../app-context.ts";
import { BlobGrande } from "../blob/blob-store.ts";
import { isForLater, Refusal } from "../errors.ts";
import type { SignedInContext } from "../services/handler.ts";
import { admitEnviado } from "../services/importacao/admit-enviado.ts";
import { writeImportacao } from "../services/importacao/importacao.wire.ts";
import { keepImportacao } from "../services/importacao/keep-importacao.ts";
import { receiveEnviado } from "../services/importacao/receive-enviado.ts";
import { enterArquivo } from "./enter-arquivo.ts";
import { refuseVerb } from "./json-rpc.ts";
import { leave, sayNo, sayYes } from "./upload-answer.ts";
import { despiseCorrente, type FormularioCorrente, readCorrente } from "./upload-corrente.ts";
import { readBearer, readVisit } from "./visit.ts";

/** Longest time without data in the middle of a file, in ms. */
const SILENCIO_MS = 30_000;

/** Limits of the upload; lower only in tests. */
export type ImportOptions = { importMax?: number; silencioMs?: number };

/**
 * `POST /Services/import` (spec §7): a form with one XML or ZIP file, which is streamed to the blob
 * store. Any user of the conta may send files. The token must be a header, as for certificates.
 */
export function createImportDoor(app: AppContext, o: ImportOptions = {}): Router {
  const router = Router({ caseSensitive: true });
  const { importMax = IMPORTACAO_MAX_BYTES, silencioMs = SILENCIO_MS } = o;
  const form = { arquivoMax: importMax, silencioMs };
  router.post("/import", async (req, res) => {
    const visit = readVisit(req, res, app.config);
    const entrou = await enterArquivo({ ...app, visit }, { nome: "import", token: readBearer(req) });
    if (entrou.kind === "sem-sessao") return leave(res, 401, refuse("arquivoSemSessao"));
    if (entrou.kind === "recusado") return leave(res, 200, sayNo(entrou.mensagem));
    const { ctx } = entrou;
    let begun = false;
    try {
      await admitEnviado(ctx, async () => {
        begun = true;
        const upload = await readCorrente(req, form, (arquivo) => receiveEnviado(ctx, arquivo, importMax));
        if (upload.kind !== "ok") return leave(res, STATUS[upload.kind], refuseUpload(upload.kind, form));
        if (upload.feito === null) return leave(res, 400, refuse("falhaUploadArquivo"));
        const object = z.parse(importacaoWire, writeImportacao(await keepImportacao(ctx, upload.feito)));
        res.json(sayYes(object));
      });
    } catch (error) {
      const { status, body } = readFailure(ctx, form, error);
      if (begun) leave(res, status, body);
      else await leaveUnread(req, res, { status, body, form });
    }
  });
  router.all("/import", refuseVerb("POST"));
  return router;
}

const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;

function readFailure(
  { log, visit }: SignedInContext,
  form: FormularioCorrente,
  error: unknown,
): { status: number; body: Envelope } {
  if (error instanceof Refusal) return { status: 200, body: sayNo(error.message, error.campo) };
  if (error instanceof BlobGrande) return { status: STATUS.grande, body: refuseUpload("grande", form) };
  const fields = { requestId: visit.requestId, err: error };
  const away = isForLater(error);
  if (away) log.warn(fields, "um arquivo enviado não pôde ser guardado");
  else log.error(fields, "erro ao guardar um arquivo enviado");
  return { status: away ? 503 : 500, body: refuse("erroTransmitindoArquivo") };
}

function refuse(key: MensagemKey): Envelope {
  return sayNo(formatMensagem(key));
}

function refuseUpload(kind: keyof typeof STATUS, { arquivoMax }: FormularioCorrente): Envelope {
  if (kind !== "grande") return refuse("falhaUploadArquivo");
  const limite = formatTamanho(arquivoMax);
  return sayNo(formatMensagem("importacaoGrande", { limite }), "arquivo");
}

type Recusa = { status: number; body: Envelope; form: FormularioCorrente };

/**
 * Sends the answer before the rest of the request is read
 * and dropped: closing earlier would lose the answer.
 */
async function leaveUnread(req: Request, res: Response, { status, body, form }: Recusa): Promise<void> {
  const said = Buffer.from(JSON.stringify(body));
  res.set({ Connection: "close", "Content-Length": String(said.length) });
  res.status(status).type("json").write(said);
  await despiseCorrente(req, form);
  res.end();
}
