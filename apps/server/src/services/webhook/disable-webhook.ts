import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { countPendentes } from "./entrega.rows.ts";
import { turnOff, type WebhookRow } from "./webhook.rows.ts";
import { hostOf } from "./webhook.rules.ts";

/** Why Malote turned a webhook off. falha: code of the last failure; status: its HTTP status. */
export type Desativacao = {
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
  sql: Sql,
  { contaId, webhook, motivo, desde, falha, status }: Desativacao & { contaId: string },
): Promise<void> {
  const agora = clock.now();
  if (!(await turnOff(sql, contaId, { id: webhook.id, motivo, agora }))) return;
  const { todas: pendentes } = await countPendentes(sql, contaId, webhook.id);
  const endereco = hostOf(webhook.url);
  const dados = {
    webhookId: webhook.id,
    descricao: webhook.descricao,
    endereco,
    motivo,
    desde,
    desativadoEm: agora,
    falha,
    status,
    pendentes,
  };
  const ocasiao = `webhook-desativado ${webhook.id} ${agora.toISOString()}`;
  for (const para of await findResponsaveis(sql, contaId)) {
    await planEnvio(sql, contaId, { modelo: "webhook-desativado", ocasiao, para, dados, agora });
  }
  const detalhe = `${webhook.descricao} · ${endereco}`;
  const acao = "desativar-webhook";
  await insertRegistros(sql, contaId, [
    { quando: agora, usuarioId: null, usuario: "Malote", acao, alvo: webhook.id, detalhe },
  ]);
}
