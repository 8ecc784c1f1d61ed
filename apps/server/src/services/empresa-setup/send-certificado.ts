import { formatDate, HOUR_MS, zoneOfUf } from "@malote/syntax";
import type { OpenPfx } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { readTrustedCas } from "../../trust.ts";
import type { NewCertificado } from "../certificado/certificado.rows.ts";
import { type CertificadoRow, judgeCertificado } from "../certificado/certificado.rules.ts";
import { openCertificadoFile } from "../certificado/open-certificado-file.ts";
import { sealCertificado } from "../certificado/seal-certificado.ts";
import { findEmpresaCnpj } from "../empresa/empresa.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse } from "../rate-limit/count-use.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { storeCertificado } from "./store-certificado.ts";

/** Certificate files that a user may send per hour: each may take seconds of CPU. */
export const CERTIFICADOS_MAX = 30;

/** A certificate file as sent by a user. */
export type SentCertificado = { empresaId: string; senha: string; pfx: Uint8Array };

/**
 * Stores the certificate of an empresa in place of the previous one, and plans the consultas that
 * waited for it.
 * @throws {Refusal} empresaNaoEncontrada, muitosCertificados, and each reason why the file may not sign
 * for the empresa
 */
export async function sendCertificado(
  ctx: SignedInContext,
  { empresaId, senha, pfx }: SentCertificado,
): Promise<CertificadoRow> {
  const { contaId, contaUf, contaSandbox, usuarioId, nome } = ctx.caller;
  const cnpj = await findCnpj(ctx, empresaId);
  const key = `certificado:${usuarioId}`;
  await countUse(ctx, { chave: key, max: CERTIFICADOS_MAX, janelaMs: HOUR_MS, recusa: "muitosCertificados" });
  const trustedCas = readTrustedCas(ctx.config, contaSandbox);
  const result = await (ctx.openPfx ?? openHere)({ pfx, senha, ancoras: trustedCas, now: ctx.clock.now() });
  const now = ctx.clock.now();
  const zona = zoneOfUf(contaUf);
  const requiresChain = ctx.config.icpBrasilDir !== null && !contaSandbox;
  const opened = judgeCertificado(result, { cnpj, now, zona, requiresChain });
  const newCertificado = sealCertificado(ctx.secretBox, {
    empresaId,
    pfx,
    senha,
    ...opened,
    enviadoPor: nome,
  });
  await ctx.database.withConta(contaId, async (db) => {
    // In the meantime its CNPJ may have changed, or the empresa may have been deleted.
    if ((await findEmpresaCnpj(db, contaId, { id: empresaId, lock: true })) !== cnpj) {
      throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
    }
    await storeCertificado(db, contaId, { newCertificado, now });
    const detalhe = `${newCertificado.titular} · ${newCertificado.cnpj} · vale até ${formatDate(newCertificado.validoAte, zona)}`;
    const acao = "enviar-certificado";
    await insertRegistros(db, contaId, [
      { quando: now, usuarioId, usuario: nome, acao, alvo: empresaId, detalhe },
    ]);
  });
  ctx.wake?.();
  return toRow(newCertificado, now);
}

/** @throws {Refusal} empresaNaoEncontrada */
async function findCnpj({ caller: { contaId }, database }: SignedInContext, id: string): Promise<string> {
  const cnpj = await database.withConta(contaId, (db) => findEmpresaCnpj(db, contaId, { id, lock: false }));
  if (cnpj === null) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
  return cnpj;
}

const openHere: OpenPfx = async (file) => openCertificadoFile(file);

function toRow({ id: _id, empresaId: _empresa, selado: _selado, ...row }: NewCertificado, enviadoEm: Date) {
  return { ...row, enviadoEm };
}
