import type { Db } from "../../db/index.ts";
import { findCancelledNota } from "../nota/sefaz/nota-sefaz.rows.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";

/**
 * E-mails those responsible for the conta that received notas are cancelled at SEFAZ, once per
 * nota. Call it in the transaction that stores SEFAZ's answer.
 */
export async function warnCancelled(
  db: Db,
  contaId: string,
  { notaIds, now }: { notaIds: readonly string[]; now: Date },
): Promise<void> {
  if (notaIds.length === 0) return;
  const recipients = await findManagerEmails(db, contaId);
  for (const notaId of notaIds) {
    const data = await findCancelledNota(db, contaId, notaId);
    if (data === null) continue;
    for (const recipient of recipients) {
      const occasion = `nota-cancelada ${notaId}`;
      await planOutgoingEmail(db, contaId, {
        modelo: "nota-cancelada",
        ocasiao: occasion,
        para: recipient,
        dados: data,
        now,
      });
    }
  }
}
