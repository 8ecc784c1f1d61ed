import { createHash } from "node:crypto";
import { CERTIFICADO_MAX_BYTES, IMPORTACAO_MAX_BYTES } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import type { Request } from "express";
import { BlobTooLarge } from "../../../blob/blob-store.ts";
import { Refusal } from "../../../errors.ts";
import { writeCertificado } from "../../../services/certificado/certificado.wire.ts";
import { sendCertificado } from "../../../services/empresa-setup/send-certificado.ts";
import { admitUpload } from "../../../services/importacao/admit-upload.ts";
import { receiveUpload, recognizeUpload } from "../../../services/importacao/receive-upload.ts";
import { saveImportacao } from "../../../services/importacao/save-importacao.ts";
import { idOfOperacao } from "../../../services/operacao/read-operacao.ts";
import { readUpload } from "../../uploads/read-upload.ts";
import { discardUpload, readStreamedUpload } from "../../uploads/stream-upload.ts";
import { Problem } from "../problem.ts";
import type { RestHandlers } from "../rest-handler.ts";
import { acceptOperation } from "./operations.ts";

/** Longest time without data in the middle of a file, and longest time for a certificate, in ms. */
const IDLE_MS = 30_000;
const UPLOAD_MS = 20_000;
const FORM = { arquivoMax: IMPORTACAO_MAX_BYTES, silencioMs: IDLE_MS };
/** An unread body makes the connection unusable for another request. */
const CLOSE = { Connection: "close" };
const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;

export const uploadRoutes = {
  "POST /importacoes": async (ctx, _entrada, { req, once, isRepetido }) => {
    requireMultipart(req);
    let begun = false;
    const receive = async (isAgain: boolean) => {
      begun = true;
      const upload = await readStreamedUpload(req, FORM, (file) =>
        isAgain
          ? recognizeUpload(file, IMPORTACAO_MAX_BYTES)
          : receiveUpload(ctx, file, IMPORTACAO_MAX_BYTES),
      );
      if (upload.kind !== "ok") throw refuse(upload.kind, IMPORTACAO_MAX_BYTES);
      const { result: received } = upload;
      if (received === null) throw new Problem(400, "falhaUploadArquivo", { headers: CLOSE });
      const digest = createHash("sha256").update(`${received.sha256} ${received.nomeArquivo}`).digest();
      return await once(digest, async (one) => {
        // The stored response expired during the upload, so the
        // file was not stored: the next attempt counts as new.
        if (isAgain) throw new Refusal("idempotencyEmAndamento");
        const { id } = await saveImportacao(one, received);
        return await acceptOperation(one, idOfOperacao("importacao", id));
      });
    };
    try {
      const isAgain = await isRepetido();
      return await admitUpload(ctx, () => receive(isAgain), { isRepetido: isAgain });
    } catch (error) {
      if (!begun) await discardUpload(req, FORM);
      if (error instanceof BlobTooLarge) throw refuse("grande", IMPORTACAO_MAX_BYTES);
      throw error;
    }
  },

  "PUT /empresas/{id}/certificado": async (ctx, { caminho }, { req }) => {
    requireMultipart(req);
    const form = { campos: ["certSenha"], arquivoMax: CERTIFICADO_MAX_BYTES, prazoMs: UPLOAD_MS };
    const upload = await readUpload(req, form);
    if (upload.kind !== "ok") throw refuse(upload.kind, CERTIFICADO_MAX_BYTES);
    const password = upload.campos.get("certSenha") ?? "";
    if (password === "") throw new Refusal("certificadoSenhaObrigatoria", { campo: "certSenha" });
    const { arquivo: pfx } = upload;
    if (pfx === null || pfx.length === 0)
      throw new Refusal("certificadoArquivoObrigatorio", { campo: "arquivo" });
    const row = await sendCertificado(ctx, { empresaId: caminho.id, senha: password, pfx });
    return { corpo: writeCertificado(row, ctx.clock.now()) };
  },
} satisfies Partial<RestHandlers>;

function requireMultipart(req: Request): void {
  if (!/^multipart\/form-data\s*;/i.test(req.get("content-type") ?? "")) {
    throw new Problem(415, "restMultipart", { headers: CLOSE });
  }
}

function refuse(kind: keyof typeof STATUS, maxBytes: number): Problem {
  const tooLargeKey = maxBytes === IMPORTACAO_MAX_BYTES ? "importacaoGrande" : "certificadoGrande";
  const codigo = kind === "grande" ? tooLargeKey : "falhaUploadArquivo";
  return new Problem(STATUS[kind], codigo, { values: { limite: formatSize(maxBytes) }, headers: CLOSE });
}
