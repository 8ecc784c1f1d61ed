import { DEADLINE_WARNING_DAYS } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { CONFIRMED, deadlineOf } from "../manifestacao/manifestacao.rules.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";
import { notifyWebhooksOfDeadlines } from "../webhook/notify-deadlines.ts";
import { type ExpiringNota, findExpiring, saveNotices } from "./deadline-notice.rows.ts";
import { findDueNotice, findWindows } from "./deadline-notice.rules.ts";

/** Documents of one conta per round; the rest waits for the next round. */
const NOTAS_MAX = 1_000;

/** A document with its deadline and its notice. */
export type ExpiringDeadline = ExpiringNota & { ate: Date; dias: number };

/**
 * Notifies of received NF-e whose deadline for a conclusive manifestação is in 15 or 3 days: one e-mail
 * for each of the two, with the document count, and one webhook delivery per document.
 * @returns the number of documents
 */
export async function notifyDeadlines(db: Db, contaId: string, now: Date): Promise<number> {
  const due: ExpiringDeadline[] = [];
  for (const window of findWindows(now)) {
    const notas = await findExpiring(db, contaId, { window, limit: NOTAS_MAX });
    due.push(...notas.flatMap((nota) => toDue(nota, now)));
  }
  if (due.length === 0) return 0;
  for (const days of DEADLINE_WARNING_DAYS) {
    const ofNotice = due.filter((each) => each.dias === days);
    if (ofNotice.length === 0) continue;
    await saveNotices(db, contaId, { ids: ofNotice.map(({ id }) => id), dias: days });
    await planEmails(db, contaId, { ofNotice, dias: days, now });
  }
  await notifyWebhooksOfDeadlines(db, contaId, { deadlines: due, now });
  return due.length;
}

function toDue(nota: ExpiringNota, now: Date): ExpiringDeadline[] {
  const until = deadlineOf(nota, CONFIRMED);
  const days = findDueNotice(until, nota.avisado, now);
  return days === null ? [] : [{ ...nota, ate: until, dias: days }];
}

type NoticeEmail = { ofNotice: readonly ExpiringDeadline[]; dias: number; now: Date };

async function planEmails(
  db: Db,
  contaId: string,
  { ofNotice, dias: days, now }: NoticeEmail,
): Promise<void> {
  const [first] = ofNotice.toSorted((a, b) => a.ate.getTime() - b.ate.getTime());
  if (!first) return;
  const { id: notaId, numeroNota, nomeEmitente, ate: until } = first;
  const data = {
    dias: days,
    quantas: ofNotice.length,
    primeira: { notaId, numeroNota, nomeEmitente, ate: until },
  };
  const occasion = `prazo-manifestacao ${notaId} ${days}`;
  for (const recipient of await findManagerEmails(db, contaId))
    await planOutgoingEmail(db, contaId, {
      modelo: "prazo-manifestacao",
      ocasiao: occasion,
      para: recipient,
      dados: data,
      now,
    });
}
