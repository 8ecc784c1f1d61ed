import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { deleteCertificado } from "../certificado/certificado.rows.ts";
import { dropDistribuicoes } from "../distribuicao/distribuicao.rows.ts";
import { planDistribuicoes } from "../distribuicao/plan-distribuicoes.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros, type RegistroAction } from "../registro/registro.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import { deleteEmpresa, hasDocumentos, hasOtherEmpresa, lockEmpresa, upsertEmpresa } from "./empresa.rows.ts";
import {
  describeEmpresa,
  type EmpresaForm,
  readDownloadPublico,
  readEmpresa,
  readFeedSefaz,
} from "./empresa.rules.ts";
import { findTipoPessoa, lockEmpresasForChange } from "./empresa-lock.rows.ts";
import { proveByCertificados } from "./prove-empresa.ts";

/**
 * Saves an empresa; a tarefa finds the documents that become its own.
 * @returns its id
 * @throws {Refusal} for invalid input, empresaNaoEncontrada, empresaRepetida, empresaCnpjComDocumentos
 */
export async function saveEmpresa(ctx: SignedInContext, form: EmpresaForm): Promise<string> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const read = readEmpresa(form, await findTipoPessoa(sql, contaId));
    await lockEmpresasForChange(sql, contaId);
    const stored = form.id ? await lockEmpresa(sql, contaId, form.id) : null;
    if (form.id && stored === null) throw new Refusal("empresaNaoEncontrada");
    const feedSefaz = readFeedSefaz(form, stored);
    const empresa = { ...read, feedSefaz, downloadPublico: readDownloadPublico(form, stored) };
    const id = form.id || newId();
    if (await hasOtherEmpresa(sql, contaId, { id, cnpj: empresa.cnpj })) {
      throw new Refusal("empresaRepetida", { campo: "empresa.cnpj" });
    }
    if (stored !== null && stored.cnpj !== empresa.cnpj) await clearCnpj(sql, contaId, id);
    await upsertEmpresa(sql, contaId, { ...empresa, id, now });
    await recordEntry(ctx, sql, {
      acao: stored === null ? "criar-empresa" : "alterar-empresa",
      alvo: id,
      detalhe: describeEmpresa(stored, empresa),
    });
    await proveByCertificados(sql, contaId, now);
    await planDistribuicoes(sql, contaId, { empresaId: id, now });
    await planReassignTasks(sql, contaId, { cnpjs: [stored?.cnpj ?? empresa.cnpj, empresa.cnpj], now });
    return id;
  });
}

// Deletes what belongs to the old CNPJ: its certificate, and the NSUs of its distribution sync.
async function clearCnpj(sql: Sql, contaId: string, id: string): Promise<void> {
  if (await hasDocumentos(sql, contaId, id)) {
    throw new Refusal("empresaCnpjComDocumentos", { campo: "empresa.cnpj" });
  }
  await deleteCnpjData(sql, contaId, id);
}

async function deleteCnpjData(sql: Sql, contaId: string, id: string): Promise<void> {
  await deleteCertificado(sql, contaId, id);
  await dropDistribuicoes(sql, contaId, id);
}

/**
 * Deletes an empresa with its certificate and its distribuições, unless it has documents.
 * @throws {Refusal} empresaNaoExcluida
 */
export async function removeEmpresa(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    await lockEmpresasForChange(sql, contaId);
    const stored = await lockEmpresa(sql, contaId, id);
    if (stored === null || (await hasDocumentos(sql, contaId, id))) throw new Refusal("empresaNaoExcluida");
    await deleteCnpjData(sql, contaId, id);
    await deleteEmpresa(sql, contaId, id);
    const detalhe = `${stored.nome} · ${stored.cnpj}`;
    await recordEntry(ctx, sql, { acao: "excluir-empresa", alvo: id, detalhe });
    await planReassignTasks(sql, contaId, { cnpjs: [stored.cnpj], now });
  });
}

/** Plans a reassignment of the documents of these CNPJs: they may now belong to another empresa. */
async function planReassignTasks(
  sql: Sql,
  contaId: string,
  { cnpjs, now }: { cnpjs: readonly string[]; now: Date },
): Promise<void> {
  const alvos = [...new Set(cnpjs)];
  await planTasks(
    sql,
    contaId,
    alvos.map((alvo) => ({ tipo: "empresa", alvo, venceEm: now })),
  );
}

async function recordEntry(
  { caller, clock }: SignedInContext,
  sql: Sql,
  entry: { acao: RegistroAction; alvo: string; detalhe: string },
): Promise<void> {
  const { contaId, usuarioId, nome } = caller;
  await insertRegistros(sql, contaId, [{ quando: clock.now(), usuarioId, usuario: nome, ...entry }]);
}
