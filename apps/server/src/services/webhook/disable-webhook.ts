import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";
import { countPending } from "./due-delivery.rows.ts";
import { turnOff, type WebhookRow } from "./webhook.rows.ts";
import { hostOf } from "./webhook.rules.ts";

/** Why Malote turned a webhook off. falha: code of the last failure; status: its HTTP status. */
export type Deactivation = {
  webhook: Pick<WebhookRow, "id" | "url" | "descricao">;
  motivo: "falhas" | "recusado";
  desde: Date;
  falha: string;
  status: number | null;
};

/**
 * Turns a webhook off and e-mails the responsible users of the
 * conta once. Pending deliveries stay until it is on again.
 */
export async function disableWebhook(
  { clock }: Pick<AppContext, "clock">,
  db: Db,
  { contaId, webhook, motivo, desde, falha, status }: Deactivation & { contaId: string },
): Promise<void> {
  const now = clock.now();
  if (!(await turnOff(db, contaId, { id: webhook.id, motivo, now }))) return;
  const { todas: pending } = await countPending(db, contaId, webhook.id);
  const host = hostOf(webhook.url);
  const dados = {
    webhookId: webhook.id,
    descricao: webhook.descricao,
    endereco: host,
    motivo,
    desde,
    desativadoEm: now,
    falha,
    status,
    pendentes: pending,
  };
  const occasion = `webhook-desativado ${webhook.id} ${now.toISOString()}`;
  for (const recipient of await findManagerEmails(db, contaId)) {
    await planOutgoingEmail(db, contaId, {
      modelo: "webhook-desativado",
      ocasiao: occasion,
      para: recipient,
      dados,
      now,
    });
  }
  const detail = `${webhook.descricao} · ${host}`;
  const action = "desativar-webhook";
  await insertRegistros(db, contaId, [
    { quando: now, usuarioId: null, usuario: "Malote", acao: action, alvo: webhook.id, detalhe: detail },
  ]);
}
