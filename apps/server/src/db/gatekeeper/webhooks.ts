import type pg from "pg";

/** A webhook of a conta. */
export type DueWebhook = { contaId: string; webhookId: string };

/** Webhooks over all contas: only for their planner. */
export type GatekeeperWebhooks = {
  /** Webhooks that have work at `now` and no planned task. */
  findDueWebhooks(now: Date, limit: number): Promise<DueWebhook[]>;
};

export function createGatekeeperWebhooks(pool: pg.Pool): GatekeeperWebhooks {
  return {
    findDueWebhooks: async (now, limit) => {
      const { rows } = await pool.query<DueWebhook>(
        `SELECT conta_id AS "contaId", id AS "webhookId" FROM portaria_webhooks_devidos($1, $2)`,
        [now, limit],
      );
      return rows;
    },
  };
}
