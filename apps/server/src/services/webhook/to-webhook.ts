import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

/** The tarefa that delivers for a webhook; its cota is the conta's. */
export function toWebhook(contaId: string, webhookId: string, venceEm: Date): TarefaNova {
  return { tipo: "webhook", alvo: webhookId, cota: `conta:${contaId}`, venceEm };
}
