import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { deleteCertificado } from "../certificado/certificado.rows.ts";
import { dropDistribuicoes } from "../distribuicao/distribuicao.rows.ts";
import { planDistribuicoes } from "../distribuicao/plan-distribuicoes.ts";
import type { SignedInContext } from "../handler.ts";
import { type Acao, insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findTipoPessoa, lockCasa } from "./casa.rows.ts";
import { deleteEmpresa, hasDocumentos, hasOutraEmpresa, lockEmpresa, saveEmpresa } from "./empresa.rows.ts";
import {
  describeEmpresa,
  type EmpresaDigitada,
  readDownloadPublico,
  readEmpresa,
  readFeedSefaz,
} from "./empresa.rules.ts";
import { proveByCertificados } from "./prove-empresa.ts";

/**
 * Saves an empresa; a tarefa finds the documents that become its own.
 * @returns its id
 * @throws {Refusal} for invalid input, empresaNaoEncontrada, empresaRepetida, empresaCnpjComDocumentos
 */
export async function keepEmpresa(ctx: SignedInContext, digitada: EmpresaDigitada): Promise<string> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const lida = readEmpresa(digitada, await findTipoPessoa(sql, contaId));
    await lockCasa(sql, contaId);
    const stored = digitada.id ? await lockEmpresa(sql, contaId, digitada.id) : null;
    if (digitada.id && stored === null) throw new Refusal("empresaNaoEncontrada");
    const feedSefaz = readFeedSefaz(digitada, stored);
    const empresa = { ...lida, feedSefaz, downloadPublico: readDownloadPublico(digitada, stored) };
    const id = digitada.id || newId();
    if (await hasOutraEmpresa(sql, contaId, { id, cnpj: empresa.cnpj })) {
      throw new Refusal("empresaRepetida", { campo: "empresa.cnpj" });
    }
    if (stored !== null && stored.cnpj !== empresa.cnpj) await leaveCnpj(sql, contaId, id);
    await saveEmpresa(sql, contaId, { ...empresa, id, agora });
    await register(ctx, sql, {
      acao: stored === null ? "criar-empresa" : "alterar-empresa",
      alvo: id,
      detalhe: describeEmpresa(stored, empresa),
    });
    await proveByCertificados(sql, contaId, agora);
    await planDistribuicoes(sql, contaId, { empresaId: id, agora });
    await planReassign(sql, contaId, { cnpjs: [stored?.cnpj ?? empresa.cnpj, empresa.cnpj], agora });
    return id;
  });
}

// Deletes what belongs to the old CNPJ: its certificate, and the NSUs of its distribution sync.
async function leaveCnpj(sql: Sql, contaId: string, id: string): Promise<void> {
  if (await hasDocumentos(sql, contaId, id)) {
    throw new Refusal("empresaCnpjComDocumentos", { campo: "empresa.cnpj" });
  }
  await leave(sql, contaId, id);
}

async function leave(sql: Sql, contaId: string, id: string): Promise<void> {
  await deleteCertificado(sql, contaId, id);
  await dropDistribuicoes(sql, contaId, id);
}

/**
 * Deletes an empresa with its certificate and its distribuições, unless it has documents.
 * @throws {Refusal} empresaNaoExcluida
 */
export async function removeEmpresa(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    await lockCasa(sql, contaId);
    const stored = await lockEmpresa(sql, contaId, id);
    if (stored === null || (await hasDocumentos(sql, contaId, id))) throw new Refusal("empresaNaoExcluida");
    await leave(sql, contaId, id);
    await deleteEmpresa(sql, contaId, id);
    const detalhe = `${stored.nome} · ${stored.cnpj}`;
    await register(ctx, sql, { acao: "excluir-empresa", alvo: id, detalhe });
    await planReassign(sql, contaId, { cnpjs: [stored.cnpj], agora });
  });
}

/** Plans a reassignment of the documents of these CNPJs: they may now belong to another empresa. */
async function planReassign(
  sql: Sql,
  contaId: string,
  { cnpjs, agora }: { cnpjs: readonly string[]; agora: Date },
): Promise<void> {
  const alvos = [...new Set(cnpjs)];
  await planTarefas(
    sql,
    contaId,
    alvos.map((alvo) => ({ tipo: "empresa", alvo, venceEm: agora })),
  );
}

async function register(
  { caller, clock }: SignedInContext,
  sql: Sql,
  ato: { acao: Acao; alvo: string; detalhe: string },
): Promise<void> {
  const { contaId, usuarioId, nome } = caller;
  await insertRegistros(sql, contaId, [{ quando: clock.now(), usuarioId, usuario: nome, ...ato }]);
}
