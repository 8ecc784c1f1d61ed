import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { closeEmail, saveCusto } from "./email-ingest.rows.ts";

/** CPU time spent on reading until it was aborted, in ms. */
export type Caro = { custoMs: number };

/**
 * Ends the reading of an e-mail that exceeds its CPU allowance: it stays whole in quarentena, to be
 * read again. Notifies the owner and the administrators at most once a day (UTC).
 */
export async function closeEmailCaro(
  sql: Sql,
  contaId: string,
  { emailId, custoMs, agora }: Caro & { emailId: string; agora: Date },
): Promise<void> {
  if (!(await closeEmail(sql, contaId, { emailId, motivo: "caro-demais" }))) return;
  await saveCusto(sql, contaId, { emailId, custoMs, agora });
  const ocasiao = `email-caro ${agora.toISOString().slice(0, 10)}`;
  const dados = { emailId, quando: agora };
  for (const para of await findResponsaveis(sql, contaId)) {
    await planEnvio(sql, contaId, { modelo: "email-caro", ocasiao, para, dados, agora });
  }
}
