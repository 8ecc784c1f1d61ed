import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { deleteCertificado } from "../certificado/certificado.rows.ts";
import { dropDistribuicoes } from "../distribuicao/distribuicao.rows.ts";
import { planDistribuicoes } from "../distribuicao/plan-distribuicoes.ts";
import { deleteEmpresa, hasDocumentos, lockEmpresa, upsertEmpresa } from "../empresa/empresa.rows.ts";
import {
  describeEmpresa,
  type EmpresaForm,
  readDownloadPublico,
  readEmpresa,
  readFeedSefaz,
} from "../empresa/empresa.rules.ts";
import { findEmpresaId } from "../empresa/empresa-cnpj.rows.ts";
import { findTipoPessoa, lockEmpresasForChange } from "../empresa/empresa-lock.rows.ts";
import { proveByCertificados } from "../empresa/prove-empresa.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { planTasks } from "../task/task.rows.ts";

/**
 * Saves an empresa; a tarefa finds the documents that become its own.
 * @returns its id
 * @throws {Refusal} for invalid input, empresaNaoEncontrada, empresaRepetida, empresaCnpjComDocumentos
 */
export async function saveEmpresa(ctx: SignedInContext, form: EmpresaForm): Promise<string> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    const read = readEmpresa(form, await findTipoPessoa(db, contaId));
    await lockEmpresasForChange(db, contaId);
    const stored = form.id ? await lockEmpresa(db, contaId, form.id) : null;
    if (form.id && stored === null) throw new Refusal("empresaNaoEncontrada");
    const feedSefaz = readFeedSefaz(form, stored);
    const empresa = { ...read, feedSefaz, downloadPublico: readDownloadPublico(form, stored) };
    const id = form.id || newId();
    const known = await findEmpresaId(db, contaId, empresa.cnpj);
    if (known !== null && known !== id) {
      throw new Refusal("empresaRepetida", { campo: "empresa.cnpj" });
    }
    if (stored !== null && stored.cnpj !== empresa.cnpj) await clearCnpj(db, contaId, id);
    await upsertEmpresa(db, contaId, { ...empresa, id, now });
    await registerAct(ctx, db, {
      acao: stored === null ? "criar-empresa" : "alterar-empresa",
      alvo: id,
      detalhe: describeEmpresa(stored, empresa),
    });
    await proveByCertificados(db, contaId, now);
    await planDistribuicoes(db, contaId, { empresaId: id, now });
    await planReassignTasks(db, contaId, { cnpjs: [stored?.cnpj ?? empresa.cnpj, empresa.cnpj], now });
    return id;
  });
}

// Deletes what belongs to the old CNPJ: its certificate, and the NSUs of its distribution sync.
async function clearCnpj(db: Db, contaId: string, id: string): Promise<void> {
  if (await hasDocumentos(db, contaId, id)) {
    throw new Refusal("empresaCnpjComDocumentos", { campo: "empresa.cnpj" });
  }
  await deleteCnpjData(db, contaId, id);
}

async function deleteCnpjData(db: Db, contaId: string, id: string): Promise<void> {
  await deleteCertificado(db, contaId, id);
  await dropDistribuicoes(db, contaId, id);
}

/**
 * Deletes an empresa with its certificate and its distribuições, unless it has documents.
 * @throws {Refusal} empresaNaoExcluida
 */
export async function removeEmpresa(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    await lockEmpresasForChange(db, contaId);
    const stored = await lockEmpresa(db, contaId, id);
    if (stored === null || (await hasDocumentos(db, contaId, id))) throw new Refusal("empresaNaoExcluida");
    await deleteCnpjData(db, contaId, id);
    await deleteEmpresa(db, contaId, id);
    const detalhe = `${stored.nome} · ${stored.cnpj}`;
    await registerAct(ctx, db, { acao: "excluir-empresa", alvo: id, detalhe });
    await planReassignTasks(db, contaId, { cnpjs: [stored.cnpj], now });
  });
}

/** Plans a reassignment of the documents of these CNPJs: they may now belong to another empresa. */
async function planReassignTasks(
  db: Db,
  contaId: string,
  { cnpjs, now }: { cnpjs: readonly string[]; now: Date },
): Promise<void> {
  const alvos = [...new Set(cnpjs)];
  await planTasks(
    db,
    contaId,
    alvos.map((alvo) => ({ tipo: "empresa", alvo, venceEm: now })),
  );
}
