import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Work } from "../../src/jobs/start-work.ts";
import { sweepWebhooks } from "../../src/jobs/webhooks/sweep-webhooks.ts";
import { openWebhookEndpoint, type WebhookEndpoint } from "../setup/servers/webhook-endpoint.ts";
import { createWire, type Wire } from "../setup/wire.ts";
import {
  openWebhookSetup,
  SANDBOX_WITHOUT_SERVERS,
  startWebhookWorker,
  type WebhookSetup,
} from "./webhook-setup.ts";

let wire: Wire;
let erp: WebhookEndpoint;
let setup: WebhookSetup;
let work: Work;

beforeAll(async () => {
  wire = await createWire({ sandbox: { info: SANDBOX_WITHOUT_SERVERS }, allowPrivate: true });
  work = await startWebhookWorker(wire);
});
afterAll(async () => {
  await work.stop();
  await wire.dispose();
});
beforeEach(async () => {
  erp = await openWebhookEndpoint();
  setup = await openWebhookSetup(wire);
});
afterEach(async () => {
  await erp.close();
  await wire.asOwner("TRUNCATE webhook, webhook_empresa, webhook_entrega, tarefa");
});

/** Waits until at least n attempts have been recorded and no job runs. */
const waitForAttempts = (n: number) =>
  expect
    .poll(async () => {
      const [row] = await wire.asOwner(
        `SELECT (SELECT sum(tentativas) FROM webhook_entrega) >= $2 AND NOT EXISTS (
           SELECT FROM tarefa WHERE tipo = 'webhook' AND (estado = 'entregue' OR estado = 'pendente' AND vence_em <= $1)) AS enough`,
        [wire.clock.now(), n],
      );
      return row?.enough;
    })
    .toBe(true);
const isEnabled = async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo;

test("an endpoint that drops a message receives nothing else about that nota until it accepts the message", async () => {
  erp.respondWith((answer) => void answer.socket?.destroy());
  await setup.createWebhook(erp.url, { tipos: ["nota", "marca"] });
  const nota = await setup.addNota();
  await setup.publish("marca", [nota]);
  await waitForAttempts(1);
  wire.clock.advance(6 * SECOND_MS);
  await waitForAttempts(2);
  wire.clock.advance(6 * MINUTE_MS);
  await waitForAttempts(3);
  erp.respondWith(200);
  wire.clock.advance(HOUR_MS);
  await waitForAttempts(5);
  expect(erp.received.map(({ payload }) => payload.tipo)).toEqual(["nota", "nota", "nota", "nota", "marca"]);
});

test("a webhook is disabled after 24 hours without success, although some deliveries were never tried", async () => {
  erp.respondWith(503);
  await setup.createWebhook(erp.url);
  await setup.addNotas(30);
  await waitForAttempts(4);
  wire.clock.advance(25 * HOUR_MS);
  await expect.poll(isEnabled).toBe(false);
  const emails = await wire.asOwner("SELECT FROM envio WHERE conta_id = $1", [setup.contaId]);
  expect(emails).toHaveLength(1);
});

test("deliveries of a webhook disabled for over thirty days are sent when it is enabled again", async () => {
  erp.respondWith(410);
  const { id } = await setup.createWebhook(erp.url);
  const nota = await setup.addNota();
  await expect.poll(isEnabled).toBe(false);
  await wire.asOwner("UPDATE webhook_entrega SET criado_em = $1", [
    new Date(wire.clock.now().getTime() - 31 * DAY_MS),
  ]);
  expect(await sweepWebhooks(wire.ctx)).toBe(0);
  erp.respondWith(200);
  await setup.manager.call("Webhook.saveWebhook", {
    webhook: { id, url: erp.url, tipos: ["nota" as const], ativo: true },
  });
  await waitForAttempts(2);
  expect(erp.received[1]?.payload.dados.notaId).toBe(nota);
});
