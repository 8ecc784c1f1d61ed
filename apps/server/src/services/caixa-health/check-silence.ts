import { DAY_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { findSilence, HABIT_DAYS, toDays } from "../caixa-email/caixa-health.rules.ts";
import { findOwnerEmail } from "../caixa-email/caixa-poll.rows.ts";
import {
  type CheckedCaixa,
  findCaixasToCheck,
  findHabit,
  saveSilence,
} from "../caixa-email/caixa-silence.rows.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { notifyCaixa } from "../webhook/notify-caixa.ts";

/**
 * Checks each mailbox of a conta for unusual silence and notifies the owner once. New mail ends the
 * silence (endSilence), not this check: the usual pauses leave the window of statistics.
 * @returns the number of newly silent mailboxes
 */
export async function checkSilence(db: Db, contaId: string, now: Date): Promise<number> {
  let changed = 0;
  for (const caixa of await findCaixasToCheck(db, contaId, now)) {
    changed += Number(await checkCaixa(db, contaId, { caixa, now }));
  }
  return changed;
}

type SilenceCheck = { caixa: CheckedCaixa; now: Date };

async function checkCaixa(db: Db, contaId: string, { caixa, now }: SilenceCheck): Promise<boolean> {
  const windowStart = new Date(now.getTime() - HABIT_DAYS * DAY_MS);
  const habit = await findHabit(db, contaId, { caixaId: caixa.id, since: windowStart });
  const since = findSilence(habit, now);
  if (since === null) return false;
  await saveSilence(db, contaId, { caixaId: caixa.id, since });
  const about = { caixaId: caixa.id, descricao: caixa.descricao, causa: null, desde: since, now };
  await notifyCaixa(db, contaId, { ...about, estado: "silenciosa" });
  const para = await findOwnerEmail(db, contaId);
  if (para === null) return true;
  const { id: caixaId, descricao, servidor, usuario } = caixa;
  const habitDays = toDays(habit.maiorPausaMs);
  const daysWithoutEmail = toDays(now.getTime() - since.getTime());
  const dados = {
    caixaId,
    descricao,
    servidor,
    usuario,
    ultimoEmailEm: since,
    diasSemEmail: daysWithoutEmail,
    costumeDias: habitDays,
  };
  const ocasiao = `caixa-silenciosa ${caixaId} ${since.toISOString()}`;
  await planOutgoingEmail(db, contaId, { modelo: "caixa-silenciosa", ocasiao, para, dados, now });
  return true;
}
