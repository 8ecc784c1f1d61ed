import { createHash } from "node:crypto";
import { CERTIFICADO_MAX_BYTES, IMPORTACAO_MAX_BYTES } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import type { Request } from "express";
import { BlobGrande } from "../../../blob/blob-store.ts";
import { Refusal } from "../../../errors.ts";
import { writeCertificado } from "../../../services/certificado/certificado.wire.ts";
import { sendCertificado } from "../../../services/certificado/send-certificado.ts";
import { admitEnviado } from "../../../services/importacao/admit-enviado.ts";
import { keepImportacao } from "../../../services/importacao/keep-importacao.ts";
import { receiveEnviado, recognizeEnviado } from "../../../services/importacao/receive-enviado.ts";
import { idOfOperacao } from "../../../services/operacao/read-operacao.ts";
import { readUpload } from "../../upload.ts";
import { despiseCorrente, readCorrente } from "../../upload-corrente.ts";
import { Problema } from "../problema.ts";
import type { RestHandlers } from "../rest-handler.ts";
import { acceptOperacao } from "./operacoes.ts";

/** Longest time without data in the middle of a file, and longest time for a certificate, in ms. */
const SILENCIO_MS = 30_000;
const PRAZO_MS = 20_000;
const FORMULARIO = { arquivoMax: IMPORTACAO_MAX_BYTES, silencioMs: SILENCIO_MS };
/** An unread body makes the connection unusable for another request. */
const CLOSE = { Connection: "close" };
const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;

export const enviosRotas = {
  "POST /importacoes": async (ctx, _entrada, { req, once, isRepetido }) => {
    demandMultipart(req);
    let begun = false;
    const receive = async (isAgain: boolean) => {
      begun = true;
      const upload = await readCorrente(req, FORMULARIO, (arquivo) =>
        isAgain
          ? recognizeEnviado(arquivo, IMPORTACAO_MAX_BYTES)
          : receiveEnviado(ctx, arquivo, IMPORTACAO_MAX_BYTES),
      );
      if (upload.kind !== "ok") throw refuse(upload.kind, IMPORTACAO_MAX_BYTES);
      const { feito } = upload;
      if (feito === null) throw new Problema(400, "falhaUploadArquivo", { headers: CLOSE });
      const digest = createHash("sha256").update(`${feito.sha256} ${feito.nomeArquivo}`).digest();
      return await once(digest, async (one) => {
        // The stored response expired during the upload, so the
        // file was not stored: the next attempt counts as new.
        if (isAgain) throw new Refusal("idempotencyEmAndamento");
        const { id } = await keepImportacao(one, feito);
        return await acceptOperacao(one, idOfOperacao("importacao", id));
      });
    };
    try {
      const isAgain = await isRepetido();
      return await admitEnviado(ctx, () => receive(isAgain), { isRepetido: isAgain });
    } catch (error) {
      if (!begun) await despiseCorrente(req, FORMULARIO);
      if (error instanceof BlobGrande) throw refuse("grande", IMPORTACAO_MAX_BYTES);
      throw error;
    }
  },

  "PUT /empresas/{id}/certificado": async (ctx, { caminho }, { req }) => {
    demandMultipart(req);
    const form = { campos: ["certSenha"], arquivoMax: CERTIFICADO_MAX_BYTES, prazoMs: PRAZO_MS };
    const upload = await readUpload(req, form);
    if (upload.kind !== "ok") throw refuse(upload.kind, CERTIFICADO_MAX_BYTES);
    const senha = upload.campos.get("certSenha") ?? "";
    if (senha === "") throw new Refusal("certificadoSenhaObrigatoria", { campo: "certSenha" });
    const { arquivo: pfx } = upload;
    if (pfx === null || pfx.length === 0)
      throw new Refusal("certificadoArquivoObrigatorio", { campo: "arquivo" });
    const row = await sendCertificado(ctx, { empresaId: caminho.id, senha, pfx });
    return { corpo: writeCertificado(row, ctx.clock.now()) };
  },
} satisfies Partial<RestHandlers>;

function demandMultipart(req: Request): void {
  if (!/^multipart\/form-data\s*;/i.test(req.get("content-type") ?? "")) {
    throw new Problema(415, "restMultipart", { headers: CLOSE });
  }
}

function refuse(kind: keyof typeof STATUS, maxBytes: number): Problema {
  const grande = maxBytes === IMPORTACAO_MAX_BYTES ? "importacaoGrande" : "certificadoGrande";
  const codigo = kind === "grande" ? grande : "falhaUploadArquivo";
  return new Problema(STATUS[kind], codigo, { values: { limite: formatTamanho(maxBytes) }, headers: CLOSE });
}
