import type { Sql } from "../../db/index.ts";
import { planDistribuicoes } from "../distribuicao/plan-distribuicoes.ts";
import { proveByCertificados } from "../empresa/prove-empresa.ts";
import { findAguardando } from "../nota/nota-sefaz.rows.ts";
import { toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { type NovoCertificado, saveCertificado } from "./certificado.rows.ts";

/**
 * Keeps the certificate of an empresa, which proves those of its CNPJ root where its chain is known, and has SEFAZ asked about the documents that waited for one (architecture §6), and for those that it
 * has, where the auditor is on.
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
