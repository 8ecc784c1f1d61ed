import type pg from "pg";

/** A webhook of a conta. */
export type WebhookDevido = { contaId: string; webhookId: string };

/** Webhooks over all contas: only their planner sees them. */
export type PortariaWebhooks = {
  /** Those that have something to do at `agora` and no work planned for it. */
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
