import type pg from "pg";

/** A webhook of a conta. */
export type WebhookDevido = { contaId: string; webhookId: string };

/** Webhooks over all contas: only for their planner. */
export type PortariaWebhooks = {
  /** Webhooks that have work at `agora` and no planned task. */
  findWebhooksDevidos(agora: Date, limite: number): Promise<WebhookDevido[]>;
};

export function createPortariaWebhooks(pool: pg.Pool): PortariaWebhooks {
  return {
    findWebhooksDevidos: async (agora, limite) => {
      const { rows } = await pool.query<WebhookDevido>(
        `SELECT conta_id AS "contaId", id AS "webhookId" FROM portaria_webhooks_devidos($1, $2)`,
        [agora, limite],
      );
      return rows;
    },
  };
}
