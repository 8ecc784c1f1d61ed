import { expect } from "vitest";
import type { SandboxInfo } from "../src/config.ts";
import { webhookJob } from "../src/jobs/webhooks/run-webhook.ts";
import { startWork, type Work } from "../src/jobs/work.ts";
import type { FeedItem } from "../src/services/feed/publica.rows.ts";
import { publish } from "../src/services/feed/publica.rows.ts";
import { enter, type Pessoa, type Wire } from "./wire.ts";
import { insertNotas, inventNota, type NotaNova } from "./wire-notas.ts";

/** A conta with an empresa and its manager, and functions that publish in it. */
export type CasaTold = {
  contaId: string;
  empresaId: string;
  gerente: Pessoa;
  /** Signs in another user: the manager's session expires when the clock advances by a day. */
  enterAgain(nomeUsuario: string): Promise<Pessoa>;
  /** Inserts and publishes a new nota. */
  add(o?: Partial<NotaNova>): Promise<string>;
  addMany(n: number): Promise<void>;
  tell(tipo: FeedItem["tipo"], ids: readonly string[]): Promise<void>;
  /** Creates a webhook with this URL; returns its id and secret. */
  create(url: string, o?: object): Promise<{ id: string; segredo: string }>;
  one(id: string): Promise<Row>;
  log(webhookId: string): Promise<Row[]>;
};
export type Row = Record<string, unknown> & { id: string };

/**
 * A sandbox that exists in configuration only: demo contas can sign in and use local endpoints, but
 * no server listens.
 */
export const SO_NO_NOME: SandboxInfo = {
  consoleUrl: "http://127.0.0.1:9",
  sefazUrl: "https://127.0.0.1:9",
  ancoraPem: "",
  pop3: { servidor: "127.0.0.1", porta: 9, usuario: "x", senha: "x" },
  smtp: { porta: 9 },
  empresas: [],
};

export async function openCasaTold(wire: Wire, sandbox = true): Promise<CasaTold> {
  const { contaId, identificador } = await wire.createConta({ sandbox });
  const { empresaId } = await wire.createEmpresa(contaId);
  const conta = { contaId, identificador };
  const gerente = await enter(wire, { conta });
  const tell = async (tipo: FeedItem["tipo"], ids: readonly string[]): Promise<void> => {
    const feed = ids.map((notaId): FeedItem => ({ tipo, notaId }));
    await wire.ctx.database.withContaSql(contaId, (sql) =>
      publish(sql, contaId, { agora: wire.clock.now(), feed }),
    );
  };
  return {
    contaId,
    empresaId,
    gerente,
    enterAgain: (nomeUsuario) => enter(wire, { conta, nomeUsuario }),
    tell,
    add: async (o = {}) => {
      const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, ...o })]);
      if (nota === undefined) throw new Error("no nota");
      await tell("nota", [nota.id]);
      return nota.id;
    },
    addMany: async (n) => {
      const notas = Array.from({ length: n }, () => inventNota({ empresaId }));
      await insertNotas(wire, contaId, notas);
      await tell(
        "nota",
        notas.map(({ id }) => id),
      );
    },
    create: async (url, o = {}) => {
      const { object } = await gerente.call("Webhook.saveWebhook", {
        webhook: { url, tipos: ["nota"], ...o },
      });
      return object as { id: string; segredo: string };
    },
    one: async (id) => (await gerente.call("Webhook.getWebhook", { id })).object as Row,
    log: async (webhookId) =>
      (await gerente.call("Webhook.getListEntrega", { webhookId, pageSize: 200 })).results as Row[],
  };
}

/** A worker in this process that only runs webhook jobs. */
export async function startTelling(wire: Wire): Promise<Work> {
  return await startWork(wire.ctx, {
    run: async (ctx, job) => {
      if (job.tipo === "webhook") await webhookJob.run(ctx, job);
    },
    onGiveUp: async () => {},
  });
}

/** Waits until a webhook has nothing to do at the current time. */
export const settled = (wire: Wire, webhookId: string) =>
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
export const idle = (wire: Wire) =>
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
