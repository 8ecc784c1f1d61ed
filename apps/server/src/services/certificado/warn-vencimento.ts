import { CERTIFICADO_AVISO_DIAS } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { type CertificadoVencendo, findVencendo, saveAviso } from "./certificado.rows.ts";
import { daysLeft, findAviso } from "./certificado.rules.ts";

const DIA_MS = 86_400_000;

/**
 * Queues a warning for each certificate that expires soon or has expired, once per passed warning day.
 * A certificate that passed several days at once gets one warning. Replaced certificates are no longer
 * stored.
 * @returns how many certificates were warned about
 */
export async function warnVencimentos(sql: Sql, contaId: string, agora: Date): Promise<number> {
  const antes = new Date(agora.getTime() + CERTIFICADO_AVISO_DIAS[0] * DIA_MS);
  const found = await findVencendo(sql, contaId, antes);
  const due = found.flatMap((certificado) => {
    const dias = findAviso(certificado.validoAte, certificado.avisadoDias, agora);
    return dias === null ? [] : [{ certificado, dias }];
  });
  if (due.length === 0) return 0;
  const enderecos = await findResponsaveis(sql, contaId);
  for (const { certificado, dias } of due) {
    await saveAviso(sql, contaId, { id: certificado.id, dias });
    for (const para of enderecos) await warn(sql, contaId, { certificado, dias, para, agora });
  }
  return due.length;
}

type Aviso = { certificado: CertificadoVencendo; dias: number; para: string; agora: Date };

async function warn(sql: Sql, contaId: string, { certificado, dias, para, agora }: Aviso): Promise<void> {
  const { id, empresaId, nome, cnpj, titular, validoAte } = certificado;
  const dados = { empresaId, nome, cnpj, titular, validoAte, diasRestantes: daysLeft({ validoAte }, agora) };
  const ocasiao = `certificado-vencendo ${id} ${dias}`;
  await planEnvio(sql, contaId, { modelo: "certificado-vencendo", ocasiao, para, dados, agora });
}
