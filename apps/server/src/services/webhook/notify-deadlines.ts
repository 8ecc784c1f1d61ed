import { type Db, newId } from "../../db/index.ts";
import { planTasks } from "../task/task.rows.ts";
import { insertDeliveries } from "./delivery.rows.ts";
import { findDeadlineWebhooks, findIdentificador } from "./webhook.rows.ts";
import { PENDING_MAX } from "./webhook.rules.ts";
import { toWebhookTask } from "./webhook-task.ts";
import { writePayload } from "./write-payload.ts";

/** A document whose manifestação deadline is near. */
export type DeadlineNotice = { id: string; chave: string; empresaId: string; ate: Date; dias: number };

/**
 * Queues deadline deliveries for the webhooks that see each
 * company, in the transaction that records the notice.
 */
export async function notifyWebhooksOfDeadlines(
  db: Db,
  contaId: string,
  { deadlines, now }: { deadlines: readonly DeadlineNotice[]; now: Date },
): Promise<void> {
  const webhooks = await findDeadlineWebhooks(db, contaId, PENDING_MAX);
  if (webhooks.length === 0) return;
  const conta = await findIdentificador(db, contaId);
  const newDeliveries = webhooks.flatMap(({ id: webhookId, empresas }) =>
    deadlines
      .filter(({ empresaId }) => empresas === null || empresas.includes(empresaId))
      .map(({ id: notaId, chave: chaveAcesso, empresaId, ate, dias: days }) => {
        const id = newId();
        const dados = { notaId, chaveAcesso, empresaId, ate: ate.toISOString(), dias: days };
        const corpo = writePayload(
          { conta, urlBase: "" },
          { id, tipo: "prazo", criadoEm: now, sequencia: null, dados },
        );
        const tipo = "prazo" as const;
        return { id, webhookId, tipo, sequencia: null, notaId, caixaId: null, corpo, venceEm: now };
      }),
  );
  await insertDeliveries(db, contaId, newDeliveries);
  await planTasks(
    db,
    contaId,
    webhooks.filter(({ ativo }) => ativo).map(({ id }) => toWebhookTask(contaId, id, now)),
  );
}
