import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Work } from "../../src/jobs/start-work.ts";
import { type CaixaNotice, notifyCaixa } from "../../src/services/webhook/notify-caixa.ts";
import { rest } from "../api/send-rest.ts";
import { openWebhookEndpoint, type WebhookEndpoint } from "../setup/servers/webhook-endpoint.ts";
import { createWire, type Wire } from "../setup/wire.ts";
import {
  openWebhookSetup,
  SANDBOX_WITHOUT_SERVERS,
  startWebhookWorker,
  type WebhookSetup,
  waitUntilIdle,
  waitUntilSettled,
} from "./webhook-setup.ts";

const CAIXA = "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";

let wire: Wire;
let erp: WebhookEndpoint;
let setup: WebhookSetup;

beforeAll(async () => {
  wire = await createWire({ sandbox: { info: SANDBOX_WITHOUT_SERVERS }, allowPrivate: true });
});
afterAll(async () => await wire.dispose());
beforeEach(async () => {
  // A held clock: retries happen when the test advances it, not when five seconds have passed.
  wire.clock.hold();
  erp = await openWebhookEndpoint();
  setup = await openWebhookSetup(wire);
});
afterEach(async () => {
  await erp.close();
  await wire.asOwner("TRUNCATE webhook, webhook_empresa, webhook_entrega, tarefa");
});

const expectReceived = (n: number) => expect.poll(() => erp.received.length).toBe(n);
/** Inserts n pending deliveries whose next attempt is tomorrow. */
const insertPending = (webhookId: string, n: number, cycle: number) =>
  wire.asOwner(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, corpo, ciclo, status, proxima_em, criado_em)
     SELECT $1, gen_random_uuid(), $2, 'nota', '{}', $3, 422, $4::timestamptz + interval '1 day', $4 FROM generate_series(1, $5)`,
    [setup.contaId, webhookId, cycle, wire.clock.now(), n],
  );

test("a repeated POST /webhooks returns the same secret, which the database does not store in clear", async () => {
  const body = { url: erp.url, tipos: ["nota"] };
  const headers = { "idempotency-key": "um-webhook" };
  const make = () => rest(wire, setup.manager, "POST /webhooks", { body, headers });
  const [first, again] = [await make(), await make()];
  expect([first.status, first.body.segredo]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  expect(again.body).toEqual(first.body);
  const rows = await wire.asOwner("SELECT corpo FROM idempotencia WHERE conta_id = $1", [setup.contaId]);
  expect(rows.map(({ corpo }) => String(corpo).includes("whsec_"))).toEqual([false]);
  const { id } = first.body;
  const put = await rest(wire, setup.manager, `PUT /webhooks/${id}`, { body: { ...body, ativo: false } });
  expect(put.body).toMatchObject({ id, ativo: false, falhas: 0 });
  expect((await rest(wire, setup.manager, "GET /webhooks")).body.itens).toMatchObject([{ id, ativo: false }]);
  expect((await rest(wire, setup.manager, `GET /webhooks/${id}/entregas`)).body.itens).toEqual([]);
  expect((await rest(wire, setup.manager, `DELETE /webhooks/${id}`)).status).toBe(204);
  expect((await rest(wire, setup.manager, `GET /webhooks/${id}`)).status).toBe(404);
});

test("webhooks without a planned job are planned before those with one", async () => {
  const { id } = await setup.createWebhook(erp.url);
  const neighbour = await openWebhookSetup(wire);
  const otherWebhook = await neighbour.createWebhook(erp.url);
  await Promise.all([setup.addNota(), neighbour.addNota()]);
  const now = wire.clock.now();
  const [first] = [id, otherWebhook.id].toSorted((a, b) => contaOf(a).localeCompare(contaOf(b)));
  function contaOf(webhookId: string) {
    return webhookId === id ? setup.contaId : neighbour.contaId;
  }
  await wire.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, cota, criado_em) VALUES ($1, gen_random_uuid(), 'webhook', $2, $3, 'x', now())`,
    [contaOf(String(first)), String(first), new Date(now.getTime() + HOUR_MS)],
  );
  const dueWebhooks = await wire.ctx.database.gatekeeper.findDueWebhooks(now, 1);
  expect(dueWebhooks.map(({ webhookId }) => webhookId)).toEqual([first === id ? otherWebhook.id : id]);
});

describe("an endpoint that answers with a refusal", () => {
  let works: Work[] = [];
  beforeAll(async () => {
    works = [await startWebhookWorker(wire), await startWebhookWorker(wire)];
  });
  afterAll(async () => {
    await Promise.all(works.map((work) => work.stop()));
  });

  test("a webhook with refusals of some messages is neither paused nor disabled", async () => {
    erp.respondWith((answer, { payload }) => answer.writeHead(payload.tipo === "marca" ? 422 : 200).end());
    const { id } = await setup.createWebhook(erp.url, { tipos: ["nota", "marca"] });
    const notas = [
      await setup.addNota(),
      await setup.addNota(),
      await setup.addNota(),
      await setup.addNota(),
    ];
    await expectReceived(4);
    await setup.publish("marca", notas);
    await expectReceived(8);
    await waitUntilSettled(wire, id);
    expect(await setup.getWebhook(id)).toMatchObject({ ativo: true, falhasSeguidas: 0, pendentes: 4 });
    wire.clock.advance(25 * HOUR_MS);
    await expectReceived(12);
    await waitUntilSettled(wire, id);
    const [webhook] = await wire.asOwner("SELECT ativo FROM webhook");
    expect(webhook).toEqual({ ativo: true });
    // The endpoint is repaired, and the user resends all failed deliveries.
    erp.respondWith(200);
    const otherWebhook = await setup.signInAnother("mecanica");
    const since = new Date(wire.clock.now().getTime() - 48 * HOUR_MS).toISOString();
    const again = await otherWebhook.call("Webhook.resendFalhas", { webhookId: id, desde: since });
    expect(again.object).toEqual({ reenviadas: 4 });
    await expectReceived(16);
    await waitUntilSettled(wire, id);
    expect(await wire.asOwner("SELECT estado, count(*)::int AS n FROM webhook_entrega GROUP BY 1")).toEqual([
      { estado: "entregue", n: 8 },
    ]);
  });

  test("a webhook stays enabled after one refusal, and is disabled after four without a success", async () => {
    erp.respondWith(422);
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    await waitUntilSettled(wire, id);
    wire.clock.advance(25 * HOUR_MS);
    await expectReceived(2);
    await waitUntilSettled(wire, id);
    expect(await wire.asOwner("SELECT estado, status FROM webhook_entrega")).toEqual([
      { estado: "falhou", status: 422 },
    ]);
    const otherWebhook = await setup.signInAnother("outra");
    const read = async () => (await otherWebhook.call("Webhook.getWebhook", { id })).object;
    expect(await read()).toMatchObject({ ativo: true, falhas: 1 });
    const notas = [await setup.addNota(), await setup.addNota(), await setup.addNota()];
    await expectReceived(5);
    await waitUntilSettled(wire, id);
    wire.clock.advance(25 * HOUR_MS);
    await expect.poll(async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo).toBe(false);
    const emails = await wire.asOwner(
      "SELECT dados->>'endereco' AS endereco, dados->>'status' AS status FROM envio WHERE conta_id = $1",
      [setup.contaId],
    );
    expect(emails).toContainEqual({ endereco: `127.0.0.1:${erp.port}`, status: "422" });
    const acts = await wire.asOwner(
      "SELECT detalhe FROM registro WHERE conta_id = $1 AND acao LIKE '%webhook'",
      [setup.contaId],
    );
    expect(acts.filter(({ detalhe }) => String(detalhe).includes("/malote"))).toEqual([]);
    expect(acts.length).toBeGreaterThanOrEqual(2);
    await waitUntilSettled(wire, id);
    const manager = await setup.signInAnother("terceira");
    erp.respondWith(200);
    erp.received.length = 0;
    await manager.call("Webhook.saveWebhook", {
      webhook: { id, url: erp.url, tipos: ["nota" as const], ativo: true },
    });
    await expectReceived(3);
    expect(erp.received.map(({ payload }) => payload.dados.notaId).sort()).toEqual(notas.toSorted());
  });

  test("a webhook with status 401 for 24 hours is disabled, however few deliveries there were", async () => {
    erp.respondWith(401);
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    await waitUntilSettled(wire, id);
    wire.clock.advance(25 * HOUR_MS);
    await expect.poll(async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo).toBe(false);
  });

  test("after two refusals of a message the next message about the same nota is sent", async () => {
    erp.respondWith((answer, { payload }) => answer.writeHead(payload.tipo === "nota" ? 400 : 200).end());
    const { id } = await setup.createWebhook(erp.url, { tipos: ["nota", "marca"] });
    const nota = await setup.addNota();
    await setup.publish("marca", [nota]);
    await expectReceived(1);
    await expect.poll(async () => (await setup.getWebhook(id)).pendentes).toBe(2);
    await expect
      .poll(async () => (await setup.listDeliveries(id)).map(({ tentativas }) => tentativas))
      .toEqual([0, 1]);
    wire.clock.advance(6 * SECOND_MS);
    await expectReceived(3);
    expect(erp.received.map(({ payload }) => payload.tipo)).toEqual(["nota", "nota", "marca"]);
  });

  test("after four failed messages the next new one is sent before they are retried", async () => {
    const poison = new Set<unknown>();
    erp.respondWith((answer, { payload }) => {
      if (poison.size < 4) poison.add(payload.dados.notaId);
      answer.writeHead(poison.has(payload.dados.notaId) ? 500 : 200).end();
    });
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNotas(4);
    await expectReceived(4);
    await waitUntilSettled(wire, id);
    const newNota = await setup.addNota();
    wire.clock.advance(5 * MINUTE_MS + SECOND_MS);
    await expect.poll(() => erp.received.length).toBeGreaterThan(4);
    expect(erp.received[4]?.payload.dados.notaId).toBe(newNota);
  });

  test("after an outage unanswered messages are sent at once, and refused ones at their own time", async () => {
    let poison = "";
    let status = 200;
    erp.respondWith((answer, { id }) => {
      poison ||= id;
      answer.writeHead(id === poison ? 400 : status).end();
    });
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    for (const [n, waitMs] of [6 * SECOND_MS, 6 * MINUTE_MS].entries()) {
      await expectReceived(n + 1);
      await waitUntilSettled(wire, id);
      wire.clock.advance(waitMs);
    }
    await expectReceived(3);
    await waitUntilSettled(wire, id);
    status = 503;
    await setup.addNotas(5);
    await expect.poll(() => erp.received.length).toBeGreaterThanOrEqual(7);
    await expect.poll(async () => (await setup.getWebhook(id)).falhasSeguidas).toBeGreaterThanOrEqual(4);
    await waitUntilIdle(wire);
    status = 200;
    wire.clock.advance(6 * MINUTE_MS);
    await expect
      .poll(async () => (await setup.listDeliveries(id)).filter(({ estado }) => estado === "entregue").length)
      .toBe(5);
    await waitUntilSettled(wire, id);
    expect(erp.ids().filter((each) => each === poison)).toHaveLength(3);
  });

  test("new notas are sent despite 500 refused deliveries; with 500 untried ones the search pauses", async () => {
    const { id } = await setup.createWebhook(erp.url);
    await insertPending(id, 500, 1);
    await setup.addNota();
    await expectReceived(1);
    await insertPending(id, 500, 0);
    await setup.addNota();
    const readPausedUntil = async () =>
      (await wire.asOwner("SELECT pausado_ate FROM webhook"))[0]?.pausado_ate;
    const now = wire.clock.now().getTime();
    await expect
      .poll(async () => new Date(String(await readPausedUntil())).getTime())
      .toBeGreaterThan(now + 4 * MINUTE_MS);
    expect(erp.received).toHaveLength(1);
  });

  test("mailbox notifications are sent in order, also those from a disabled period, unless the webhook is restricted", async () => {
    erp.respondWith(503);
    const restrictedWebhook = await setup.createWebhook(`${erp.url}/so-uma`, {
      tipos: ["caixa"],
      empresas: [setup.empresaId],
    });
    const { id } = await setup.createWebhook(erp.url, { tipos: ["caixa"] });
    const notifyState = (estado: CaixaNotice["estado"]) =>
      wire.ctx.database.withConta(setup.contaId, (db) =>
        notifyCaixa(db, setup.contaId, {
          caixaId: CAIXA,
          descricao: "notas@exemplo.test",
          estado,
          causa: estado === "erro" ? "senha" : null,
          desde: wire.clock.now(),
          now: wire.clock.now(),
        }),
      );
    await notifyState("erro");
    await expectReceived(1);
    await notifyState("recuperada");
    await expect
      .poll(async () => (await setup.listDeliveries(id)).map(({ tentativas }) => tentativas).sort())
      .toEqual([0, 1]);
    expect(erp.received).toHaveLength(1);
    erp.respondWith(200);
    wire.clock.advance(6 * SECOND_MS);
    await expectReceived(3);
    const listStates = () => erp.received.map(({ payload }) => payload.dados.estado);
    expect(listStates()).toEqual(["erro", "erro", "recuperada"]);
    const webhook = { id, url: erp.url, tipos: ["caixa" as const] };
    await setup.manager.call("Webhook.saveWebhook", { webhook: { ...webhook, ativo: false } });
    await notifyState("erro");
    wire.clock.advance(SECOND_MS);
    await notifyState("recuperada");
    await setup.manager.call("Webhook.saveWebhook", { webhook: { ...webhook, ativo: true } });
    await expectReceived(5);
    expect(listStates().slice(3)).toEqual(["erro", "recuperada"]);
    expect(await setup.listDeliveries(restrictedWebhook.id)).toEqual([]);
  });
});
