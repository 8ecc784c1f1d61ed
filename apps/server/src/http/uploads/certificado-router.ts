import type { Envelope } from "@malote/contract";
import { CERTIFICADO_MAX_BYTES, certificadoWire, formatMessage, type MessageKey } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import { Router } from "express";
import * as z from "zod/mini";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { writeCertificado } from "../../services/certificado/certificado.wire.ts";
import { sendCertificado } from "../../services/empresa-setup/send-certificado.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { admitFileRequest } from "../files/admit-file-request.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { readBearer, readVisit } from "../read-visit.ts";
import { readUpload, type Upload } from "./read-upload.ts";
import { answerAndClose, errorEnvelope, successEnvelope } from "./upload-envelope.ts";

/** Longest time for the upload of a certificate, in ms. */
const UPLOAD_MS = 20_000;
const uuid = z.uuid();

/** Time limit of the upload; shorter only in tests. */
export type CertificadoOptions = { uploadMs?: number };

/**
 * `POST /Services/certif` (spec §7): a form with empresaId, certSenha and the file. The token must
 * be a header: another site's form would send our cookie, but cannot set a header.
 */
export function createCertificadoRouter(
  app: AppContext,
  { uploadMs = UPLOAD_MS }: CertificadoOptions = {},
): Router {
  const router = Router({ caseSensitive: true });
  const form = { campos: ["empresaId", "certSenha"], arquivoMax: CERTIFICADO_MAX_BYTES, prazoMs: uploadMs };
  router.post("/certif", async (req, res) => {
    const visit = readVisit(req, res, app.config);
    const admitted = await admitFileRequest({ ...app, visit }, { name: "certif", token: readBearer(req) });
    if (admitted.kind === "sem-sessao") return answerAndClose(res, 401, refuse("arquivoSemSessao"));
    if (admitted.kind === "recusado")
      return answerAndClose(res, 200, errorEnvelope(admitted.mensagem, admitted.campo));
    const upload = await readUpload(req, form);
    if (upload.kind !== "ok") return answerAndClose(res, STATUS[upload.kind], refuseUpload(upload));
    res.json(await answer(admitted.ctx, upload));
  });
  router.all("/certif", refuseVerb("POST"));
  return router;
}

type CompleteUpload = Extract<Upload, { kind: "ok" }>;
type FailedUpload = Exclude<Upload, CompleteUpload>;

const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const satisfies Record<
  FailedUpload["kind"],
  number
>;

async function answer(ctx: SignedInContext, { campos, arquivo }: CompleteUpload): Promise<Envelope> {
  try {
    const password = campos.get("certSenha") ?? "";
    if (password === "") throw new Refusal("certificadoSenhaObrigatoria", { campo: "certSenha" });
    if (arquivo === null || arquivo.length === 0) {
      throw new Refusal("certificadoArquivoObrigatorio", { campo: "arquivo" });
    }
    // An id of another conta, of a deleted empresa or an invalid one gives the same answer.
    const id = uuid.safeParse(campos.get("empresaId"));
    if (!id.success) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
    const row = await sendCertificado(ctx, { empresaId: id.data, senha: password, pfx: arquivo });
    const object = z.parse(certificadoWire, writeCertificado(row, ctx.clock.now()));
    return successEnvelope(object);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return errorEnvelope(error.message, error.campo);
  }
}

function refuse(key: MessageKey): Envelope {
  return errorEnvelope(formatMessage(key));
}

function refuseUpload({ kind }: FailedUpload): Envelope {
  if (kind !== "grande") return refuse("certificadoUploadFalhou");
  const limit = formatSize(CERTIFICADO_MAX_BYTES);
  return errorEnvelope(formatMessage("certificadoGrande", { limite: limit }), "arquivo");
}
