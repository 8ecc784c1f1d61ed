import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Work } from "../src/jobs/work.ts";
import { type AvisoCaixa, tellCaixa } from "../src/services/webhook/tell-caixa.ts";
import { openReceptor, type Receptor } from "./receptor.ts";
import { rest } from "./rest.ts";
import { type CasaTold, idle, openCasaTold, SO_NO_NOME, settled, startTelling } from "./webhook-casa.ts";
import { createWire, type Wire } from "./wire.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const CAIXA = "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";

let wire: Wire;
let erp: Receptor;
let casa: CasaTold;

beforeAll(async () => {
  wire = await createWire({ sandbox: { info: SO_NO_NOME }, permitirPrivado: true });
});
afterAll(async () => await wire.dispose());
beforeEach(async () => {
  // A held clock: retries happen when the test advances it, not when five seconds have passed.
  wire.clock.hold();
  erp = await openReceptor();
  casa = await openCasaTold(wire);
});
afterEach(async () => {
  await erp.close();
  await wire.asOwner("TRUNCATE webhook, webhook_empresa, webhook_entrega, tarefa");
});

const told = (n: number) => expect.poll(() => erp.recebidas.length).toBe(n);
/** Inserts n pending deliveries whose next attempt is tomorrow. */
const wait = (webhookId: string, n: number, ciclo: number) =>
  wire.asOwner(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, corpo, ciclo, status, proxima_em, criado_em)
     SELECT $1, gen_random_uuid(), $2, 'nota', '{}', $3, 422, $4::timestamptz + interval '1 day', $4 FROM generate_series(1, $5)`,
    [casa.contaId, webhookId, ciclo, wire.clock.now(), n],
  );

test("a repeated POST /webhooks returns the same secret, which the database does not store in clear", async () => {
  const body = { url: erp.url, tipos: ["nota"] };
  const headers = { "idempotency-key": "um-webhook" };
  const make = () => rest(wire, casa.gerente, "POST /webhooks", { body, headers });
  const [first, again] = [await make(), await make()];
  expect([first.status, first.body.segredo]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  expect(again.body).toEqual(first.body);
  const rows = await wire.asOwner("SELECT corpo FROM idempotencia WHERE conta_id = $1", [casa.contaId]);
  expect(rows.map(({ corpo }) => String(corpo).includes("whsec_"))).toEqual([false]);
  const { id } = first.body;
  const put = await rest(wire, casa.gerente, `PUT /webhooks/${id}`, { body: { ...body, ativo: false } });
  expect(put.body).toMatchObject({ id, ativo: false, falhas: 0 });
  expect((await rest(wire, casa.gerente, "GET /webhooks")).body.itens).toMatchObject([{ id, ativo: false }]);
  expect((await rest(wire, casa.gerente, `GET /webhooks/${id}/entregas`)).body.itens).toEqual([]);
  expect((await rest(wire, casa.gerente, `DELETE /webhooks/${id}`)).status).toBe(204);
  expect((await rest(wire, casa.gerente, `GET /webhooks/${id}`)).status).toBe(404);
});

test("webhooks without a planned job come before those with one", async () => {
  const { id } = await casa.create(erp.url);
  const vizinha = await openCasaTold(wire);
  const outro = await vizinha.create(erp.url);
  await Promise.all([casa.add(), vizinha.add()]);
  const agora = wire.clock.now();
  const [first] = [id, outro.id].toSorted((a, b) => contaOf(a).localeCompare(contaOf(b)));
  function contaOf(webhookId: string) {
    return webhookId === id ? casa.contaId : vizinha.contaId;
  }
  await wire.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, cota, criado_em) VALUES ($1, gen_random_uuid(), 'webhook', $2, $3, 'x', now())`,
    [contaOf(String(first)), String(first), new Date(agora.getTime() + HOUR_MS)],
  );
  const devidos = await wire.ctx.database.portaria.findWebhooksDevidos(agora, 1);
  expect(devidos.map(({ webhookId }) => webhookId)).toEqual([first === id ? outro.id : id]);
});

describe("an endpoint that answers", () => {
  let works: Work[] = [];
  beforeAll(async () => {
    works = [await startTelling(wire), await startTelling(wire)];
  });
  afterAll(async () => {
    await Promise.all(works.map((work) => work.stop()));
  });

  test("a webhook with refusals of some messages is neither paused nor disabled", async () => {
    erp.modo((answer, { dito }) => answer.writeHead(dito.tipo === "marca" ? 422 : 200).end());
    const { id } = await casa.create(erp.url, { tipos: ["nota", "marca"] });
    const notas = [await casa.add(), await casa.add(), await casa.add(), await casa.add()];
    await told(4);
    await casa.tell("marca", notas);
    await told(8);
    await settled(wire, id);
    expect(await casa.one(id)).toMatchObject({ ativo: true, falhasSeguidas: 0, pendentes: 4 });
    wire.clock.advance(25 * HOUR_MS);
    await told(12);
    await settled(wire, id);
    const [webhook] = await wire.asOwner("SELECT ativo FROM webhook");
    expect(webhook).toEqual({ ativo: true });
    // The endpoint is repaired, and the user resends all failed deliveries.
    erp.modo(200);
    const outro = await casa.enterAgain("mecanica");
    const desde = new Date(wire.clock.now().getTime() - 48 * HOUR_MS).toISOString();
    const again = await outro.call("Webhook.resendFalhas", { webhookId: id, desde });
    expect(again.object).toEqual({ reenviadas: 4 });
    await told(16);
    await settled(wire, id);
    expect(await wire.asOwner("SELECT estado, count(*)::int AS n FROM webhook_entrega GROUP BY 1")).toEqual([
      { estado: "entregue", n: 8 },
    ]);
  });

  test("a webhook stays enabled after one refusal, and is disabled after four without a success", async () => {
    erp.modo(422);
    const { id } = await casa.create(erp.url);
    await casa.add();
    await told(1);
    await settled(wire, id);
    wire.clock.advance(25 * HOUR_MS);
    await told(2);
    await settled(wire, id);
    expect(await wire.asOwner("SELECT estado, status FROM webhook_entrega")).toEqual([
      { estado: "falhou", status: 422 },
    ]);
    const outro = await casa.enterAgain("outra");
    const read = async () => (await outro.call("Webhook.getWebhook", { id })).object;
    expect(await read()).toMatchObject({ ativo: true, falhas: 1 });
    const notas = [await casa.add(), await casa.add(), await casa.add()];
    await told(5);
    await settled(wire, id);
    wire.clock.advance(25 * HOUR_MS);
    await expect.poll(async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo).toBe(false);
    const cartas = await wire.asOwner(
      "SELECT dados->>'endereco' AS endereco, dados->>'status' AS status FROM envio WHERE conta_id = $1",
      [casa.contaId],
    );
    expect(cartas).toContainEqual({ endereco: `127.0.0.1:${erp.port}`, status: "422" });
    const atos = await wire.asOwner(
      "SELECT detalhe FROM registro WHERE conta_id = $1 AND acao LIKE '%webhook'",
      [casa.contaId],
    );
    expect(atos.filter(({ detalhe }) => String(detalhe).includes("/malote"))).toEqual([]);
    expect(atos.length).toBeGreaterThanOrEqual(2);
    await settled(wire, id);
    const gerente = await casa.enterAgain("terceira");
    erp.modo(200);
    erp.recebidas.length = 0;
    await gerente.call("Webhook.saveWebhook", {
      webhook: { id, url: erp.url, tipos: ["nota" as const], ativo: true },
    });
    await told(3);
    expect(erp.recebidas.map(({ dito }) => dito.dados.notaId).sort()).toEqual(notas.toSorted());
  });

  test("a webhook with status 401 for 24 hours is disabled, however few deliveries there were", async () => {
    erp.modo(401);
    const { id } = await casa.create(erp.url);
    await casa.add();
    await told(1);
    await settled(wire, id);
    wire.clock.advance(25 * HOUR_MS);
    await expect.poll(async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo).toBe(false);
  });

  test("after two refusals of a message the next message about the same nota is sent", async () => {
    erp.modo((answer, { dito }) => answer.writeHead(dito.tipo === "nota" ? 400 : 200).end());
    const { id } = await casa.create(erp.url, { tipos: ["nota", "marca"] });
    const nota = await casa.add();
    await casa.tell("marca", [nota]);
    await told(1);
    await expect.poll(async () => (await casa.one(id)).pendentes).toBe(2);
    await expect.poll(async () => (await casa.log(id)).map(({ tentativas }) => tentativas)).toEqual([0, 1]);
    wire.clock.advance(6 * SECOND_MS);
    await told(3);
    expect(erp.recebidas.map(({ dito }) => dito.tipo)).toEqual(["nota", "nota", "marca"]);
  });

  test("after four failed messages the next new one is sent before they are retried", async () => {
    const poison = new Set<unknown>();
    erp.modo((answer, { dito }) => {
      if (poison.size < 4) poison.add(dito.dados.notaId);
      answer.writeHead(poison.has(dito.dados.notaId) ? 500 : 200).end();
    });
    const { id } = await casa.create(erp.url);
    await casa.addMany(4);
    await told(4);
    await settled(wire, id);
    const nova = await casa.add();
    wire.clock.advance(5 * MINUTE_MS + SECOND_MS);
    await expect.poll(() => erp.recebidas.length).toBeGreaterThan(4);
    expect(erp.recebidas[4]?.dito.dados.notaId).toBe(nova);
  });

  test("after an outage unanswered messages are sent at once, and refused ones at their own time", async () => {
    let poison = "";
    let status = 200;
    erp.modo((answer, { id }) => {
      poison ||= id;
      answer.writeHead(id === poison ? 400 : status).end();
    });
    const { id } = await casa.create(erp.url);
    await casa.add();
    for (const [n, waitMs] of [6 * SECOND_MS, 6 * MINUTE_MS].entries()) {
      await told(n + 1);
      await settled(wire, id);
      wire.clock.advance(waitMs);
    }
    await told(3);
    await settled(wire, id);
    status = 503;
    await casa.addMany(5);
    await expect.poll(() => erp.recebidas.length).toBeGreaterThanOrEqual(7);
    await expect.poll(async () => (await casa.one(id)).falhasSeguidas).toBeGreaterThanOrEqual(4);
    await idle(wire);
    status = 200;
    wire.clock.advance(6 * MINUTE_MS);
    await expect
      .poll(async () => (await casa.log(id)).filter(({ estado }) => estado === "entregue").length)
      .toBe(5);
    await settled(wire, id);
    expect(erp.ids().filter((each) => each === poison)).toHaveLength(3);
  });

  test("new notas are sent despite 500 refused deliveries; with 500 untried ones the search pauses", async () => {
    const { id } = await casa.create(erp.url);
    await wait(id, 500, 1);
    await casa.add();
    await told(1);
    await wait(id, 500, 0);
    await casa.add();
    const pausado = async () => (await wire.asOwner("SELECT pausado_ate FROM webhook"))[0]?.pausado_ate;
    const agora = wire.clock.now().getTime();
    await expect
      .poll(async () => new Date(String(await pausado())).getTime())
      .toBeGreaterThan(agora + 4 * MINUTE_MS);
    expect(erp.recebidas).toHaveLength(1);
  });

  test("mailbox notifications are sent in order, also those from while the webhook was disabled, unless it is restricted", async () => {
    erp.modo(503);
    const restrito = await casa.create(`${erp.url}/so-uma`, { tipos: ["caixa"], empresas: [casa.empresaId] });
    const { id } = await casa.create(erp.url, { tipos: ["caixa"] });
    const tell = (estado: AvisoCaixa["estado"]) =>
      wire.ctx.database.withContaSql(casa.contaId, (sql) =>
        tellCaixa(sql, casa.contaId, {
          caixaId: CAIXA,
          descricao: "notas@exemplo.test",
          estado,
          causa: estado === "erro" ? "senha" : null,
          desde: wire.clock.now(),
          agora: wire.clock.now(),
        }),
      );
    await tell("erro");
    await told(1);
    await tell("recuperada");
    await expect
      .poll(async () => (await casa.log(id)).map(({ tentativas }) => tentativas).sort())
      .toEqual([0, 1]);
    expect(erp.recebidas).toHaveLength(1);
    erp.modo(200);
    wire.clock.advance(6 * SECOND_MS);
    await told(3);
    const estados = () => erp.recebidas.map(({ dito }) => dito.dados.estado);
    expect(estados()).toEqual(["erro", "erro", "recuperada"]);
    const webhook = { id, url: erp.url, tipos: ["caixa" as const] };
    await casa.gerente.call("Webhook.saveWebhook", { webhook: { ...webhook, ativo: false } });
    await tell("erro");
    wire.clock.advance(SECOND_MS);
    await tell("recuperada");
    await casa.gerente.call("Webhook.saveWebhook", { webhook: { ...webhook, ativo: true } });
    await told(5);
    expect(estados().slice(3)).toEqual(["erro", "recuperada"]);
    expect(await casa.log(restrito.id)).toEqual([]);
  });
});
