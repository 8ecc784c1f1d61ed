import type { Sql } from "../../db/index.ts";
import { planDistribuicoes } from "../distribuicao/plan-distribuicoes.ts";
import { proveByCertificados } from "../empresa/prove-empresa.ts";
import { findAguardando } from "../nota/nota-sefaz.rows.ts";
import { toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { type NovoCertificado, saveCertificado } from "./certificado.rows.ts";

/**
 * Stores the certificate of an empresa and plans the work that waited for it: SEFAZ consultas
 * (architecture §6), and the distribution sync if the auditor is on. A verified chain also proves the
 * empresas of its CNPJ root.
 */
export async function keepCertificado(
  sql: Sql,
  contaId: string,
  { novo, agora }: { novo: NovoCertificado; agora: Date },
): Promise<void> {
  await saveCertificado(sql, contaId, { novo, agora });
  const chaves = await findAguardando(sql, contaId, novo.empresaId);
  const tarefas = chaves.map((chave) => toValidate(chave, { venceEm: agora }));
  await planTarefas(sql, contaId, tarefas);
  await planDistribuicoes(sql, contaId, { empresaId: novo.empresaId, agora });
  await proveByCertificados(sql, contaId, agora);
}
