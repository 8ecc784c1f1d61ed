import { formatData, zonaOfUf } from "@malote/syntax";
import type { OpenPfx } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { readAncoras } from "../../trust.ts";
import { findEmpresaCnpj } from "../empresa/empresa.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import type { NovoCertificado } from "./certificado.rows.ts";
import { type CertificadoRow, judgeCertificado } from "./certificado.rules.ts";
import { keepCertificado } from "./keep-certificado.ts";
import { openArquivo } from "./open-arquivo.ts";
import { sealCertificado } from "./seal-certificado.ts";

/** Certificate files that a user may send per hour: each may take seconds of CPU. */
export const CERTIFICADOS_MAX = 30;
const HORA_MS = 3_600_000;

/** A certificate file as sent by a user. */
export type CertificadoEnviado = { empresaId: string; senha: string; pfx: Uint8Array };

/**
 * Stores the certificate of an empresa in place of the previous one, and plans the consultas that
 * waited for it.
 * @throws {Refusal} empresaNaoEncontrada, muitosCertificados, and each reason why the file may not sign
 * for the empresa
 */
export async function sendCertificado(
  ctx: SignedInContext,
  { empresaId, senha, pfx }: CertificadoEnviado,
): Promise<CertificadoRow> {
  const { contaId, contaUf, contaSandbox, usuarioId, nome } = ctx.caller;
  const cnpj = await findCnpj(ctx, empresaId);
  const chave = `certificado:${usuarioId}`;
  await countUso(ctx, { chave, max: CERTIFICADOS_MAX, janelaMs: HORA_MS, recusa: "muitosCertificados" });
  const ancoras = readAncoras(ctx.config, contaSandbox);
  const abertura = await (ctx.openPfx ?? openHere)({ pfx, senha, ancoras, agora: ctx.clock.now() });
  const agora = ctx.clock.now();
  const zona = zonaOfUf(contaUf);
  const exigeCadeia = ctx.config.icpBrasilDir !== null && !contaSandbox;
  const aberto = judgeCertificado(abertura, { cnpj, agora, zona, exigeCadeia });
  const novo = sealCertificado(ctx.cofre, { empresaId, pfx, senha, ...aberto, enviadoPor: nome });
  await ctx.database.withContaSql(contaId, async (sql) => {
    // In the meantime its CNPJ may have changed, or the empresa may have been deleted.
    if ((await findEmpresaCnpj(sql, contaId, { id: empresaId, lock: true })) !== cnpj) {
      throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
    }
    await keepCertificado(sql, contaId, { novo, agora });
    const detalhe = `${novo.titular} · ${novo.cnpj} · vale até ${formatData(novo.validoAte, zona)}`;
    const acao = "enviar-certificado";
    await insertRegistros(sql, contaId, [
      { quando: agora, usuarioId, usuario: nome, acao, alvo: empresaId, detalhe },
    ]);
  });
  ctx.wake?.();
  return toRow(novo, agora);
}

/** @throws {Refusal} empresaNaoEncontrada */
async function findCnpj({ caller: { contaId }, database }: SignedInContext, id: string): Promise<string> {
  const cnpj = await database.withContaSql(contaId, (sql) =>
    findEmpresaCnpj(sql, contaId, { id, lock: false }),
  );
  if (cnpj === null) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
  return cnpj;
}

const openHere: OpenPfx = async (arquivo) => openArquivo(arquivo);

function toRow({ id: _id, empresaId: _empresa, selado: _selado, ...row }: NovoCertificado, enviadoEm: Date) {
  return { ...row, enviadoEm };
}
