import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findNotaCancelada } from "../nota/nota-sefaz.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";

/**
 * E-mails those responsible for the conta that received notas are cancelled at SEFAZ, once per
 * nota. Call it in the transaction that stores SEFAZ's answer.
 */
export async function warnCanceladas(
  sql: Sql,
  contaId: string,
  { notaIds, agora }: { notaIds: readonly string[]; agora: Date },
): Promise<void> {
  if (notaIds.length === 0) return;
  const enderecos = await findResponsaveis(sql, contaId);
  for (const notaId of notaIds) {
    const dados = await findNotaCancelada(sql, contaId, notaId);
    if (dados === null) continue;
    for (const para of enderecos) {
      const ocasiao = `nota-cancelada ${notaId}`;
      await planEnvio(sql, contaId, { modelo: "nota-cancelada", ocasiao, para, dados, agora });
    }
  }
}
