import { LEMBRETES_XML_MAX } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { findMissingOfRequest } from "./missing-xml.rows.ts";
import { cienciaSince, stateOf } from "./missing-xml.rules.ts";
import { countRequestEmail, planRequestEmail } from "./plan-request-email.ts";
import { findCaixaOfEmpresa } from "./supplier-address.rows.ts";
import { type DueRequest, findDueRequests, findReminderDays, saveReminder } from "./xml-request.rows.ts";

/** Requests of one conta per round; the rest waits for the next round. */
const REQUESTS_MAX = 100;

/**
 * Reminds suppliers of requests whose XMLs have not arrived: at most {@link LEMBRETES_XML_MAX} times each. A
 * document that arrived, was cancelled or was asked for again leaves its request.
 * @returns the number of reminders
 */
export async function remindSuppliers(db: Db, contaId: string, now: Date): Promise<number> {
  const due = await findDueRequests(db, contaId, { now, limit: REQUESTS_MAX });
  if (due.length === 0) return 0;
  const days = await findReminderDays(db, contaId);
  let sent = 0;
  for (const request of due) {
    const isSent = days > 0 && (await remind(db, contaId, { request, now }));
    const lembretes = request.lembretes + (isSent ? 1 : 0);
    const isLast = !isSent || lembretes >= LEMBRETES_XML_MAX;
    const lembrarEm = isLast ? null : new Date(now.getTime() + days * DAY_MS);
    await saveReminder(db, contaId, { id: request.id, lembretes, lembrarEm });
    if (isSent) sent += 1;
  }
  return sent;
}

/** @returns whether a reminder was planned; without one, the request gets no more */
async function remind(
  db: Db,
  contaId: string,
  { request, now }: { request: DueRequest; now: Date },
): Promise<boolean> {
  const { id: pedidoId, empresaId, para, lembretes, usuario: pedidoPor, pedidoEm: lembrete } = request;
  const all = await findMissingOfRequest(db, contaId, { pedidoId, cienciaDesde: cienciaSince(now) });
  const missing = all.filter((each) => stateOf(each) === "pedido");
  const responderA = await findCaixaOfEmpresa(db, contaId, empresaId);
  if (para === null || responderA === null || missing.length === 0) return false;
  if ((await countRequestEmail(db, contaId, { para, now })) !== null) return false;
  const email = { missing, responderA, pedidoPor, lembrete };
  await planRequestEmail(db, contaId, { email, pedidoId, vez: lembretes + 1, para, now });
  return true;
}
