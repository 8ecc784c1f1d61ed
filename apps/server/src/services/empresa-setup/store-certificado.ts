import type { Db } from "../../db/index.ts";
import { type NewCertificado, saveCertificado } from "../certificado/certificado.rows.ts";
import { planDistribuicoes } from "../distribuicao/plan-distribuicoes.ts";
import { proveByCertificados } from "../empresa/prove-empresa.ts";
import { findWaitingForCertificado } from "../nota/sefaz/nota-sefaz.rows.ts";
import { toValidateTask } from "../sefaz/sefaz.rules.ts";
import { planTasks } from "../task/task.rows.ts";

/**
 * Stores the certificate of an empresa and plans the work that waited for it: SEFAZ consultas,
 * and the distribution sync if the auditor is on. A verified chain also proves the
 * empresas of its CNPJ root.
 */
export async function storeCertificado(
  db: Db,
  contaId: string,
  { newCertificado, now }: { newCertificado: NewCertificado; now: Date },
): Promise<void> {
  await saveCertificado(db, contaId, { newCertificado, now });
  const chaves = await findWaitingForCertificado(db, contaId, newCertificado.empresaId);
  const tasks = chaves.map((chave) => toValidateTask(chave, { venceEm: now }));
  await planTasks(db, contaId, tasks);
  await planDistribuicoes(db, contaId, { empresaId: newCertificado.empresaId, now });
  await proveByCertificados(db, contaId, now);
}
