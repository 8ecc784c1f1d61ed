import { expect } from "vitest";
import type { SandboxInfo } from "../../src/config.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import { webhookJob } from "../../src/jobs/webhooks/run-webhook.ts";
import type { FeedItem } from "../../src/services/documento/documento.rules.ts";
import { publish } from "../../src/services/publication/publish.rows.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

/** A conta with an empresa and its manager, and functions that publish in it. */
export type WebhookSetup = {
  contaId: string;
  empresaId: string;
  manager: SignedInUser;
  /** Signs in another user: the manager's session expires when the clock advances by a day. */
  signInAnother(nomeUsuario: string): Promise<SignedInUser>;
  /** Inserts and publishes a new nota. */
  addNota(o?: Partial<NewNota>): Promise<string>;
  addNotas(n: number): Promise<void>;
  publish(tipo: FeedItem["tipo"], ids: readonly string[]): Promise<void>;
  /** Creates a webhook with this URL; returns its id and secret. */
  createWebhook(url: string, o?: object): Promise<{ id: string; segredo: string }>;
  getWebhook(id: string): Promise<Row>;
  listDeliveries(webhookId: string): Promise<Row[]>;
};
export type Row = Record<string, unknown> & { id: string };

/**
 * A sandbox that exists in configuration only: demo contas can sign in and use local endpoints, but
 * no server listens.
 */
export const SANDBOX_WITHOUT_SERVERS: SandboxInfo = {
  consoleUrl: "http://127.0.0.1:9",
  sefazUrl: "https://127.0.0.1:9",
  ancoraPem: "",
  pop3: { servidor: "127.0.0.1", porta: 9, usuario: "x", senha: "x" },
  smtp: { porta: 9 },
  empresas: [],
};

export async function openWebhookSetup(wire: Wire, sandbox = true): Promise<WebhookSetup> {
  const { contaId, identificador } = await wire.createConta({ sandbox });
  const { empresaId } = await wire.createEmpresa(contaId);
  const conta = { contaId, identificador };
  const manager = await signInNewUser(wire, { conta });
  const publishToFeed = async (tipo: FeedItem["tipo"], ids: readonly string[]): Promise<void> => {
    const feed = ids.map((notaId): FeedItem => ({ tipo, notaId }));
    await wire.ctx.database.withConta(contaId, (db) =>
      publish(db, contaId, { agora: wire.clock.now(), feed }),
    );
  };
  return {
    contaId,
    empresaId,
    manager,
    signInAnother: (nomeUsuario) => signInNewUser(wire, { conta, nomeUsuario }),
    publish: publishToFeed,
    addNota: async (o = {}) => {
      const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, ...o })]);
      if (nota === undefined) throw new Error("no nota");
      await publishToFeed("nota", [nota.id]);
      return nota.id;
    },
    addNotas: async (n) => {
      const notas = Array.from({ length: n }, () => inventNota({ empresaId }));
      await insertNotas(wire, contaId, notas);
      await publishToFeed(
        "nota",
        notas.map(({ id }) => id),
      );
    },
    createWebhook: async (url, o = {}) => {
      const { object } = await manager.call("Webhook.saveWebhook", {
        webhook: { url, tipos: ["nota"], ...o },
      });
      return object as { id: string; segredo: string };
    },
    getWebhook: async (id) => (await manager.call("Webhook.getWebhook", { id })).object as Row,
    listDeliveries: async (webhookId) =>
      (await manager.call("Webhook.getListEntrega", { webhookId, pageSize: 200 })).results as Row[],
  };
}

/** A worker in this process that only runs webhook jobs. */
export async function startWebhookWorker(wire: Wire): Promise<Work> {
  return await startWork(wire.ctx, {
    run: async (ctx, job) => {
      if (job.tipo === "webhook") await webhookJob.run(ctx, job);
    },
    onGiveUp: async () => {},
  });
}

/** Waits until a webhook has nothing to do at the current time. */
export const waitUntilSettled = (wire: Wire, webhookId: string) =>
  expect
    .poll(
      async () => {
        const open = await wire.asOwner("SELECT FROM tarefa WHERE tipo = 'webhook' AND estado = 'entregue'");
        const due = await wire.asOwner(
          "SELECT FROM webhook_entrega WHERE webhook_id = $1 AND estado = 'pendente' AND proxima_em <= $2",
          [webhookId, wire.clock.now()],
        );
        return open.length + due.length;
      },
      { interval: 30 },
    )
    .toBe(0);

/** Waits until no webhook job runs or is due, so that all results are recorded. */
export const waitUntilIdle = (wire: Wire) =>
  expect
    .poll(
      () =>
        wire.asOwner(
          "SELECT FROM tarefa WHERE tipo = 'webhook' AND (estado = 'entregue' OR vence_em <= $1)",
          [wire.clock.now()],
        ),
      { interval: 30 },
    )
    .toEqual([]);
