import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Work } from "../../src/jobs/start-work.ts";
import { sweepWebhooks } from "../../src/jobs/webhooks/sweep-webhooks.ts";
import {
  isSignedWith,
  openWebhookEndpoint,
  type WebhookEndpoint,
} from "../setup/servers/webhook-endpoint.ts";
import { createWire, type Wire } from "../setup/wire.ts";
import {
  openWebhookSetup,
  SANDBOX_WITHOUT_SERVERS,
  startWebhookWorker,
  type WebhookSetup,
  waitUntilIdle,
  waitUntilSettled,
} from "./webhook-setup.ts";

let wire: Wire;
let erp: WebhookEndpoint;
let setup: WebhookSetup;
let works: Work[] = [];

beforeAll(async () => {
  const sandbox = { info: SANDBOX_WITHOUT_SERVERS };
  wire = await createWire({ sandbox, allowPrivate: true, urlBase: "https://casa.exemplo.test" });
  works = [await startWebhookWorker(wire), await startWebhookWorker(wire)];
});
afterAll(async () => {
  await Promise.all(works.map((work) => work.stop()));
  await wire.dispose();
});
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

describe("deliveries to a webhook endpoint", () => {
  test("an endpoint receives one signed notification per new nota, with the address but not the content", async () => {
    const { id, segredo: secret } = await setup.createWebhook(erp.url);
    const nota = await setup.addNota();
    await expectReceived(1);
    const [request] = erp.received;
    if (request === undefined) throw new Error("nothing arrived");
    expect(isSignedWith(request, secret)).toBe(true);
    expect(isSignedWith(request, `whsec_${Buffer.alloc(32).toString("base64")}`)).toBe(false);
    expect(isSignedWith({ ...request, body: `${request.body} ` }, secret)).toBe(false);
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Malote-Webhook\//),
    });
    expect(request.payload).toEqual({
      id: request.id,
      tipo: "nota",
      criadoEm: expect.stringMatching(/^\d{4}-.*Z$/),
      sequencia: 1,
      conta: setup.manager.identificador,
      dados: {
        notaId: nota,
        chaveAcesso: expect.stringMatching(/^\d{44}$/),
        url: `https://casa.exemplo.test/Services/rest/v1/notas/${nota}`,
        empresaId: setup.empresaId,
        tipoNota: "NFe",
        entradaSaida: "E",
        mudanca: "nova",
      },
    });
    await waitUntilSettled(wire, id);
    expect(await setup.listDeliveries(id)).toMatchObject([
      { id: request.id, estado: "entregue", status: 200, tentativas: 1 },
    ]);
    await sleep(1_200);
    expect(erp.received).toHaveLength(1);
  });

  test("an endpoint receives only the requested types of its empresas, never notas of third parties or in quarantine", async () => {
    const other = (await wire.createEmpresa(setup.contaId, { cnpj: "22333444000181" })).empresaId;
    await setup.createWebhook(erp.url, {
      tipos: ["nota", "status", "divergencia"],
      empresas: [setup.empresaId],
    });
    const nota = await setup.addNota();
    await expectReceived(1);
    await setup.addNota({ empresaId: other });
    await setup.addNota({ quarentena: true });
    await setup.addNota({ terceiros: true, empresaId: null });
    await setup.publish("marca", [nota]);
    await wire.asOwner("UPDATE nota SET sefaz_status = '101', divergente = DEFAULT WHERE id = $1", [nota]);
    await setup.publish("status", [nota]);
    await setup.publish("status", [nota]);
    await expectReceived(4);
    expect(erp.received.map(({ payload }) => payload.tipo).sort()).toEqual([
      "divergencia",
      "nota",
      "status",
      "status",
    ]);
    expect(new Set(erp.received.map(({ payload }) => payload.dados.notaId))).toEqual(new Set([nota]));
    expect(erp.received.find(({ payload }) => payload.tipo === "divergencia")?.payload.dados).toMatchObject({
      divergente: true,
      sefazStatus: "101",
    });
  });

  test("an endpoint can verify with the old and the new secret during a rotation", async () => {
    const { id, segredo: secret } = await setup.createWebhook(erp.url);
    const { object } = await setup.manager.call("Webhook.rotateSegredo", { id, gracaHoras: 1 });
    const newSecret = (object as { segredo: string }).segredo;
    await setup.addNota();
    await expectReceived(1);
    const [firstRequest] = erp.received;
    expect(
      firstRequest && [isSignedWith(firstRequest, secret), isSignedWith(firstRequest, newSecret)],
    ).toEqual([true, true]);
    await wire.asOwner("UPDATE webhook SET anterior_ate = now() - interval '1 day'");
    await setup.addNota();
    await expectReceived(2);
    const one = erp.received[1];
    expect(one && [isSignedWith(one, secret), isSignedWith(one, newSecret)]).toEqual([false, true]);
  });

  test("an endpoint receives a manual resend under the same id, and a test that reports its result", async () => {
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    await waitUntilSettled(wire, id);
    const [first] = erp.ids();
    await setup.manager.call("Webhook.resendEntrega", { id: String(first) });
    await expectReceived(2);
    expect(erp.ids()).toEqual([first, first]);
    erp.respondWith((answer) =>
      answer.writeHead(503, { "content-type": "text/plain" }).end("em manutenção\0"),
    );
    const { object } = await setup.manager.call("Webhook.testWebhook", { id });
    expect(object).toMatchObject({
      tipo: "teste",
      estado: "falhou",
      status: 503,
      resposta: "em manutenção",
      erro: expect.stringContaining("503"),
    });
    expect(await setup.getWebhook(id)).toMatchObject({ ativo: true, falhas: 0, falhasSeguidas: 0 });
    const again = await setup.manager.call("Webhook.resendEntrega", {
      id: String((object as { id: string }).id),
    });
    expect(again).toMatchObject({ sucesso: false, mensagem: expect.stringContaining("teste") });
  });
});

describe("retries to an endpoint that does not answer", () => {
  test("a failing endpoint is retried for 24 hours, then disabled with an e-mail; enabled again, deliveries continue", async () => {
    erp.respondWith(500);
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    for (const [n, waitMs] of [
      5 * SECOND_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
    ].entries()) {
      await waitUntilSettled(wire, id);
      wire.clock.advance(waitMs - 2 * SECOND_MS);
      await sleep(50);
      expect(erp.received).toHaveLength(n + 1);
      wire.clock.advance(3 * SECOND_MS);
      await expectReceived(n + 2);
    }
    await waitUntilSettled(wire, id);
    expect(await wire.asOwner("SELECT ativo, falhas_seguidas AS falhas FROM webhook")).toEqual([
      { ativo: true, falhas: 7 },
    ]);
    wire.clock.advance(7 * HOUR_MS);
    await expectReceived(8);
    await expect.poll(async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo).toBe(false);
    expect(new Set(erp.ids()).size).toBe(1);
    const emails = await wire.asOwner(
      "SELECT para, dados->>'motivo' AS motivo, dados->>'status' AS status FROM envio WHERE modelo = 'webhook-desativado'",
    );
    expect(emails).toEqual([{ para: "admin@exemplo.test", motivo: "falhas", status: "500" }]);
    const manager = await setup.signInAnother("outra");
    const read = async () => (await manager.call("Webhook.getWebhook", { id })).object;
    expect(await read()).toMatchObject({ ativo: false, motivo: "falhas", falhas: 0, pendentes: 1 });

    erp.respondWith(200);
    await setup.addNota();
    await sleep(1_100);
    expect(erp.received).toHaveLength(8);
    const webhook = { id, url: erp.url, tipos: ["nota" as const], ativo: true };
    await manager.call("Webhook.saveWebhook", { webhook });
    await expectReceived(10);
    expect(erp.ids().indexOf(String(erp.ids()[0]), 8)).toBeGreaterThan(0);
    await waitUntilSettled(wire, id);
    expect(await read()).toMatchObject({ ativo: true, falhas: 0, pendentes: 0 });
  });

  test("an endpoint that returns after twelve hours receives all deliveries once, in order for each nota", async () => {
    erp.respondWith(503);
    await setup.createWebhook(erp.url, { tipos: ["nota", "marca", "status"] });
    const notas: string[] = [];
    for (let n = 0; n < 6; n += 1) notas.push(await setup.addNota());
    for (const tipo of ["marca", "status", "marca"] as const) await setup.publish(tipo, notas);
    await expect.poll(() => erp.received.length).toBeGreaterThanOrEqual(4);
    await waitUntilIdle(wire);
    // An unavailable endpoint is tried occasionally, with one delivery at a time.
    wire.clock.advance(11 * HOUR_MS);
    await waitUntilIdle(wire);
    expect(erp.received.length).toBeLessThan(16);
    erp.respondWith(200);
    erp.received.length = 0;
    wire.clock.advance(HOUR_MS);
    await expectReceived(24);
    expect(new Set(erp.ids()).size).toBe(24);
    for (const nota of notas) {
      const seen = erp.received.filter(({ payload }) => payload.dados.notaId === nota);
      expect(seen.map(({ payload }) => payload.tipo)).toEqual(["nota", "marca", "status", "marca"]);
      const places = seen.map(({ payload }) => payload.sequencia ?? 0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test("status 410 disables the webhook at once", async () => {
    erp.respondWith(410);
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    await expect.poll(async () => (await setup.getWebhook(id)).motivo).toBe("recusado");
    expect(await setup.listDeliveries(id)).toMatchObject([
      { estado: "pendente", status: 410, proximaEm: null },
    ]);
    expect(
      await wire.asOwner("SELECT FROM envio WHERE modelo = 'webhook-desativado' AND conta_id = $1", [
        setup.contaId,
      ]),
    ).toHaveLength(1);
    const [delivery] = await setup.listDeliveries(id);
    const refused = await setup.manager.call("Webhook.resendEntrega", { id: String(delivery?.id) });
    expect(refused).toMatchObject({ sucesso: false, mensagem: expect.stringContaining("desativado") });
  });

  test("an error for one message does not delay the others", async () => {
    let poison = "";
    erp.respondWith((answer, { id }) => {
      poison ||= id;
      answer.writeHead(id === poison ? 500 : 200).end();
    });
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    await setup.addNota();
    await expectReceived(2);
    wire.clock.advance(6 * SECOND_MS);
    await expectReceived(3);
    await waitUntilSettled(wire, id);
    expect(await setup.getWebhook(id)).toMatchObject({ ativo: true, pendentes: 1, falhasSeguidas: 1 });
  });

  test("an operator's retry sends a failed message at once", async () => {
    erp.respondWith(500);
    const { id } = await setup.createWebhook(erp.url);
    await setup.addNota();
    await expectReceived(1);
    await waitUntilSettled(wire, id);
    wire.clock.advance(6 * SECOND_MS);
    await expectReceived(2);
    await waitUntilSettled(wire, id);
    erp.respondWith(200);
    await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [setup.manager.usuarioId]);
    expect(await setup.manager.call("Operador.retryFalhas", {})).toMatchObject({ object: { tentadas: 1 } });
    await expectReceived(3);
    await waitUntilSettled(wire, id);
    expect(await setup.listDeliveries(id)).toMatchObject([{ estado: "entregue", tentativas: 3 }]);
  });
});

test("the log counts the deliveries of its filter beyond the page", async () => {
  const { id } = await setup.createWebhook(erp.url);
  await setup.addNotas(3);
  await expectReceived(3);
  await waitUntilSettled(wire, id);
  await setup.manager.call("Webhook.testWebhook", { id });
  const list = (filter: object) =>
    setup.manager.call("Webhook.getListEntrega", { webhookId: id, pageSize: 2, ...filter });
  expect(await list({})).toMatchObject({ totalCount: 4 });
  const notas = await list({ estado: "entregue", tipo: "nota" });
  expect(notas).toMatchObject({ totalCount: 3, results: [{ tipo: "nota" }, { tipo: "nota" }] });
  expect(await list({ estado: "falhou" })).toMatchObject({ totalCount: 0, results: [] });
});

test("two workers deliver 300 notifications once each, at most four at a time, without delaying another webhook", async () => {
  // The endpoint answers only after the other webhook was served: waiting for it would block
  // forever.
  let held: (() => void)[] | null = [];
  erp.respondWith((answer) => {
    const say = (): void => void setTimeout(() => answer.writeHead(200).end(), 15);
    if (held === null) say();
    else held.push(say);
  });
  const { id } = await setup.createWebhook(erp.url);
  const neighbour = await openWebhookSetup(wire);
  const nearEndpoint = await openWebhookEndpoint();
  try {
    await neighbour.createWebhook(nearEndpoint.url);
    await setup.addNotas(300);
    await expectReceived(4);
    await neighbour.addNota();
    await expect.poll(() => nearEndpoint.received.length).toBe(1);
    await expectReceived(4);
    for (const say of held) say();
    held = null;
    await expectReceived(300);
    await waitUntilSettled(wire, id);
    expect(new Set(erp.ids()).size).toBe(300);
    expect(erp.maxConcurrent()).toBeLessThanOrEqual(4);
  } finally {
    await nearEndpoint.close();
  }
});

const ageDeliveries = () =>
  wire.asOwner("UPDATE webhook_entrega SET criado_em = $1", [
    new Date(wire.clock.now().getTime() - 31 * DAY_MS),
  ]);

test("the end of a divergência is delivered even after its earlier deliveries were deleted from the log", async () => {
  const { id } = await setup.createWebhook(erp.url, { tipos: ["divergencia", "marca"] });
  const nota = await setup.addNota();
  const changeStatus = async (sefazStatus: string) => {
    await wire.asOwner("UPDATE nota SET sefaz_status = $2, divergente = DEFAULT WHERE id = $1", [
      nota,
      sefazStatus,
    ]);
    await setup.publish("status", [nota]);
  };
  await changeStatus("101");
  await setup.publish("marca", [nota]);
  await expectReceived(2);
  await waitUntilSettled(wire, id);
  await ageDeliveries();
  expect(await sweepWebhooks(wire.ctx)).toBe(1);
  await changeStatus("100");
  await expectReceived(3);
  expect(erp.received[2]?.payload).toMatchObject({ tipo: "divergencia", dados: { divergente: false } });
  await waitUntilSettled(wire, id);
  await ageDeliveries();
  expect(await sweepWebhooks(wire.ctx)).toBe(2);
});

test("the log deletes deliveries older than thirty days", async () => {
  const { id } = await setup.createWebhook(erp.url);
  await setup.addNota();
  await expectReceived(1);
  await waitUntilSettled(wire, id);
  await ageDeliveries();
  await setup.addNota();
  await expectReceived(2);
  await waitUntilSettled(wire, id);
  expect(await sweepWebhooks(wire.ctx)).toBe(1);
  expect((await setup.listDeliveries(id)).map((delivery) => delivery.id)).toEqual([erp.ids()[1]]);
});
