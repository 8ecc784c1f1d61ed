import type { Sender } from "../run-statement.ts";
import { uuid } from "../text-columns.ts";
import { gatekeeperRows } from "./call.ts";

/** A webhook of a conta. */
export type DueWebhook = { contaId: string; webhookId: string };

/** Webhooks over all contas: only for their planner. */
export type GatekeeperWebhooks = {
  /** Webhooks that have work at `now` and no planned task. */
  findDueWebhooks(now: Date, limit: number): Promise<DueWebhook[]>;
};

const findDue = gatekeeperRows("portaria_webhooks_devidos", 2, { contaId: uuid, id: uuid });

export function createGatekeeperWebhooks(on: Sender): GatekeeperWebhooks {
  return {
    findDueWebhooks: async (now, limit) =>
      (await findDue(on, now, limit)).map(({ contaId, id }) => ({ contaId, webhookId: id })),
  };
}
