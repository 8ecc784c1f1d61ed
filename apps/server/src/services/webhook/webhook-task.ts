import type { NewTask } from "../task/task.rows.ts";

/** The tarefa that delivers for a webhook; its cota is the conta's. */
export function toWebhookTask(contaId: string, webhookId: string, venceEm: Date): NewTask {
  return { tipo: "webhook", alvo: webhookId, cota: `conta:${contaId}`, venceEm };
}
