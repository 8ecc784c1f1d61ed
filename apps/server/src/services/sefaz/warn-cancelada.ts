import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findNotaCancelada } from "../nota/nota-sefaz.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";

/**
 * Writes to those who answer for the conta that SEFAZ holds received notas for cancelled: once for each nota, whatever is asked again.
 * Belongs in the transaction that kept SEFAZ's word.
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
