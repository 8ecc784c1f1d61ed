import { CERTIFICADO_WARNING_DAYS } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";
import { type ExpiringCertificado, lockExpiring, saveWarning } from "./certificado.rows.ts";
import { daysLeft, findDueWarning } from "./certificado.rules.ts";

/**
 * Queues a warning for each certificate that expires soon or has expired, once per passed warning day.
 * A certificate that passed several days at once gets one warning. Replaced certificates are no longer
 * stored.
 * @returns how many certificates were warned about
 */
export async function warnExpiries(db: Db, contaId: string, now: Date): Promise<number> {
  const before = new Date(now.getTime() + CERTIFICADO_WARNING_DAYS[0] * DAY_MS);
  const found = await lockExpiring(db, contaId, before);
  const due = found.flatMap((certificado) => {
    const days = findDueWarning(certificado.validoAte, certificado.avisadoDias, now);
    return days === null ? [] : [{ certificado, dias: days }];
  });
  if (due.length === 0) return 0;
  const addresses = await findManagerEmails(db, contaId);
  for (const { certificado, dias: days } of due) {
    await saveWarning(db, contaId, { id: certificado.id, days });
    for (const para of addresses) await warn(db, contaId, { certificado, days, para, now });
  }
  return due.length;
}

type ExpiryWarning = { certificado: ExpiringCertificado; days: number; para: string; now: Date };

async function warn(db: Db, contaId: string, { certificado, days, para, now }: ExpiryWarning): Promise<void> {
  const { id, empresaId, nome, cnpj, titular, validoAte } = certificado;
  const dados = { empresaId, nome, cnpj, titular, validoAte, diasRestantes: daysLeft({ validoAte }, now) };
  const ocasiao = `certificado-vencendo ${id} ${days}`;
  await planOutgoingEmail(db, contaId, { modelo: "certificado-vencendo", ocasiao, para, dados, now });
}
