import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { closeEmail, saveCusto } from "./email-ingest.rows.ts";

/** What reading had cost when it was given up, in ms of CPU. */
export type Caro = { custoMs: number };

/**
 * Ends the reading of an e-mail that cost too much: it waits in quarentena, whole, to be read again. Those who answer for the conta are
 * notified, at most once on each day in UTC.
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
