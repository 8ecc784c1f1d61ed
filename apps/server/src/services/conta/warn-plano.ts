import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";
import { findContaWithPlano } from "./conta.rows.ts";
import { findAlert, monthOf } from "./conta.rules.ts";
import { findUsages, saveAlerted } from "./usage.rows.ts";

/**
 * Alerts a conta's owner and administrators once a month per passed threshold of the plan.
 * Nothing is blocked: all documents are still stored.
 * @returns the number of alerts: 1 or 0
 */
export async function warnPlano(db: Db, contaId: string, now: Date): Promise<number> {
  const conta = await findContaWithPlano(db, contaId);
  if (conta === null) return 0;
  const { plano } = conta;
  const mes = monthOf(now, conta.uf);
  const [usage] = await findUsages(db, contaId, [mes]);
  const threshold = usage ? findAlert(usage, plano) : null;
  if (!usage || threshold === null) return 0;
  await saveAlerted(db, contaId, { mes, avisado: threshold });
  const dados = { mes: mes.slice(0, 7), documentos: usage.documentos, plano, parte: threshold };
  const ocasiao = `plano-perto-do-limite ${mes} ${plano} ${threshold}`;
  for (const para of await findManagerEmails(db, contaId)) {
    await planOutgoingEmail(db, contaId, { modelo: "plano-perto-do-limite", ocasiao, para, dados, now });
  }
  return 1;
}
