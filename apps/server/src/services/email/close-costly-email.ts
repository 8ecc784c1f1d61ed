import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";
import { closeEmail, saveCost } from "./email-ingest.rows.ts";

/** CPU time spent on reading until it was aborted, in ms. */
export type ReadingCost = { custoMs: number };

/**
 * Ends the reading of an e-mail that exceeds its CPU allowance: it stays whole in quarentena, to be
 * read again. Notifies the owner and the administrators at most once a day (UTC).
 */
export async function closeCostlyEmail(
  db: Db,
  contaId: string,
  { emailId, custoMs, now }: ReadingCost & { emailId: string; now: Date },
): Promise<void> {
  if (!(await closeEmail(db, contaId, { emailId, motivo: "caro-demais" }))) return;
  await saveCost(db, contaId, { emailId, custoMs, now });
  const ocasiao = `email-caro ${now.toISOString().slice(0, 10)}`;
  const dados = { emailId, quando: now };
  for (const para of await findManagerEmails(db, contaId)) {
    await planOutgoingEmail(db, contaId, { modelo: "email-caro", ocasiao, para, dados, now });
  }
}
