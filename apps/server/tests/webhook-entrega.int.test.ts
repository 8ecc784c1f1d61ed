import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweepWebhooks } from "../src/jobs/webhooks/sweep-webhooks.ts";
import type { Work } from "../src/jobs/work.ts";
import { isAssinada, openReceptor, type Receptor } from "./receptor.ts";
import { type CasaTold, idle, openCasaTold, SO_NO_NOME, settled, startTelling } from "./webhook-casa.ts";
import { createWire, type Wire } from "./wire.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let wire: Wire;
let erp: Receptor;
let casa: CasaTold;
let works: Work[] = [];

beforeAll(async () => {
  const sandbox = { info: SO_NO_NOME };
  wire = await createWire({ sandbox, permitirPrivado: true, urlBase: "https://casa.exemplo.test" });
  works = [await startTelling(wire), await startTelling(wire)];
});
afterAll(async () => {
  await Promise.all(works.map((work) => work.stop()));
  await wire.dispose();
});
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

describe("a webhook endpoint", () => {
  test("an endpoint receives one signed notification per new nota, with the address but not the content", async () => {
    const { id, segredo } = await casa.create(erp.url);
    const nota = await casa.add();
    await told(1);
    const [got] = erp.recebidas;
    if (got === undefined) throw new Error("nothing arrived");
    expect(isAssinada(got, segredo)).toBe(true);
    expect(isAssinada(got, `whsec_${Buffer.alloc(32).toString("base64")}`)).toBe(false);
    expect(isAssinada({ ...got, corpo: `${got.corpo} ` }, segredo)).toBe(false);
    expect(got.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Malote-Webhook\//),
    });
    expect(got.dito).toEqual({
      id: got.id,
      tipo: "nota",
      criadoEm: expect.stringMatching(/^\d{4}-.*Z$/),
      sequencia: 1,
      conta: casa.gerente.identificador,
      dados: {
        notaId: nota,
        chaveAcesso: expect.stringMatching(/^\d{44}$/),
        url: `https://casa.exemplo.test/Services/rest/v1/notas/${nota}`,
        empresaId: casa.empresaId,
        tipoNota: "NFe",
        entradaSaida: "E",
        mudanca: "nova",
      },
    });
    await settled(wire, id);
    expect(await casa.log(id)).toMatchObject([
      { id: got.id, estado: "entregue", status: 200, tentativas: 1 },
    ]);
    await sleep(1_200);
    expect(erp.recebidas).toHaveLength(1);
  });

  test("an endpoint receives only the requested types of its empresas, never notas of third parties or in quarantine", async () => {
    const outra = (await wire.createEmpresa(casa.contaId, { cnpj: "22333444000181" })).empresaId;
    await casa.create(erp.url, { tipos: ["nota", "status", "divergencia"], empresas: [casa.empresaId] });
    const nota = await casa.add();
    await told(1);
    await casa.add({ empresaId: outra });
    await casa.add({ quarentena: true });
    await casa.add({ terceiros: true, empresaId: null });
    await casa.tell("marca", [nota]);
    await wire.asOwner("UPDATE nota SET sefaz_status = '101', divergente = DEFAULT WHERE id = $1", [nota]);
    await casa.tell("status", [nota]);
    await casa.tell("status", [nota]);
    await told(4);
    expect(erp.recebidas.map(({ dito }) => dito.tipo).sort()).toEqual([
      "divergencia",
      "nota",
      "status",
      "status",
    ]);
    expect(new Set(erp.recebidas.map(({ dito }) => dito.dados.notaId))).toEqual(new Set([nota]));
    expect(erp.recebidas.find(({ dito }) => dito.tipo === "divergencia")?.dito.dados).toMatchObject({
      divergente: true,
      sefazStatus: "101",
    });
  });

  test("an endpoint can verify with the old and the new secret during a rotation", async () => {
    const { id, segredo } = await casa.create(erp.url);
    const { object } = await casa.gerente.call("Webhook.rotateSegredo", { id, gracaHoras: 1 });
    const novo = (object as { segredo: string }).segredo;
    await casa.add();
    await told(1);
    const [both] = erp.recebidas;
    expect(both && [isAssinada(both, segredo), isAssinada(both, novo)]).toEqual([true, true]);
    await wire.asOwner("UPDATE webhook SET anterior_ate = now() - interval '1 day'");
    await casa.add();
    await told(2);
    const one = erp.recebidas[1];
    expect(one && [isAssinada(one, segredo), isAssinada(one, novo)]).toEqual([false, true]);
  });

  test("an endpoint receives a manual resend under the same id, and a test that reports its result", async () => {
    const { id } = await casa.create(erp.url);
    await casa.add();
    await told(1);
    await settled(wire, id);
    const [first] = erp.ids();
    await casa.gerente.call("Webhook.resendEntrega", { id: String(first) });
    await told(2);
    expect(erp.ids()).toEqual([first, first]);
    erp.modo((answer) => answer.writeHead(503, { "content-type": "text/plain" }).end("em manutenção\0"));
    const { object } = await casa.gerente.call("Webhook.testWebhook", { id });
    expect(object).toMatchObject({
      tipo: "teste",
      estado: "falhou",
      status: 503,
      resposta: "em manutenção",
      erro: expect.stringContaining("503"),
    });
    expect(await casa.one(id)).toMatchObject({ ativo: true, falhas: 0, falhasSeguidas: 0 });
    const again = await casa.gerente.call("Webhook.resendEntrega", {
      id: String((object as { id: string }).id),
    });
    expect(again).toMatchObject({ sucesso: false, mensagem: expect.stringContaining("teste") });
  });
});

describe("an endpoint that does not answer", () => {
  test("a failing endpoint is retried for 24 hours, then disabled with an e-mail; enabled again, deliveries continue", async () => {
    erp.modo(500);
    const { id } = await casa.create(erp.url);
    await casa.add();
    await told(1);
    for (const [n, waitMs] of [
      5 * SECOND_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
    ].entries()) {
      await settled(wire, id);
      wire.clock.advance(waitMs - 2 * SECOND_MS);
      await sleep(50);
      expect(erp.recebidas).toHaveLength(n + 1);
      wire.clock.advance(3 * SECOND_MS);
      await told(n + 2);
    }
    await settled(wire, id);
    expect(await wire.asOwner("SELECT ativo, falhas_seguidas AS falhas FROM webhook")).toEqual([
      { ativo: true, falhas: 7 },
    ]);
    wire.clock.advance(7 * HOUR_MS);
    await told(8);
    await expect.poll(async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo).toBe(false);
    expect(new Set(erp.ids()).size).toBe(1);
    const cartas = await wire.asOwner(
      "SELECT para, dados->>'motivo' AS motivo, dados->>'status' AS status FROM envio WHERE modelo = 'webhook-desativado'",
    );
    expect(cartas).toEqual([{ para: "admin@exemplo.test", motivo: "falhas", status: "500" }]);
    const gerente = await casa.enterAgain("outra");
    const read = async () => (await gerente.call("Webhook.getWebhook", { id })).object;
    expect(await read()).toMatchObject({ ativo: false, motivo: "falhas", falhas: 0, pendentes: 1 });

    erp.modo(200);
    await casa.add();
    await sleep(1_100);
    expect(erp.recebidas).toHaveLength(8);
    const webhook = { id, url: erp.url, tipos: ["nota" as const], ativo: true };
    await gerente.call("Webhook.saveWebhook", { webhook });
    await told(10);
    expect(erp.ids().indexOf(String(erp.ids()[0]), 8)).toBeGreaterThan(0);
    await settled(wire, id);
    expect(await read()).toMatchObject({ ativo: true, falhas: 0, pendentes: 0 });
  });

  test("an endpoint that returns after twelve hours receives all deliveries once, in order for each nota", async () => {
    erp.modo(503);
    await casa.create(erp.url, { tipos: ["nota", "marca", "status"] });
    const notas: string[] = [];
    for (let n = 0; n < 6; n += 1) notas.push(await casa.add());
    for (const tipo of ["marca", "status", "marca"] as const) await casa.tell(tipo, notas);
    await expect.poll(() => erp.recebidas.length).toBeGreaterThanOrEqual(4);
    await idle(wire);
    // An unavailable endpoint is tried occasionally, with one delivery at a time.
    wire.clock.advance(11 * HOUR_MS);
    await idle(wire);
    expect(erp.recebidas.length).toBeLessThan(16);
    erp.modo(200);
    erp.recebidas.length = 0;
    wire.clock.advance(HOUR_MS);
    await told(24);
    expect(new Set(erp.ids()).size).toBe(24);
    for (const nota of notas) {
      const seen = erp.recebidas.filter(({ dito }) => dito.dados.notaId === nota);
      expect(seen.map(({ dito }) => dito.tipo)).toEqual(["nota", "marca", "status", "marca"]);
      const places = seen.map(({ dito }) => dito.sequencia ?? 0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test("status 410 disables the webhook at once", async () => {
    erp.modo(410);
    const { id } = await casa.create(erp.url);
    await casa.add();
    await told(1);
    await expect.poll(async () => (await casa.one(id)).motivo).toBe("recusado");
    expect(await casa.log(id)).toMatchObject([{ estado: "pendente", status: 410, proximaEm: null }]);
    expect(
      await wire.asOwner("SELECT FROM envio WHERE modelo = 'webhook-desativado' AND conta_id = $1", [
        casa.contaId,
      ]),
    ).toHaveLength(1);
    const [entrega] = await casa.log(id);
    const refused = await casa.gerente.call("Webhook.resendEntrega", { id: String(entrega?.id) });
    expect(refused).toMatchObject({ sucesso: false, mensagem: expect.stringContaining("desativado") });
  });

  test("an error for one message does not delay the others", async () => {
    let poison = "";
    erp.modo((answer, { id }) => {
      poison ||= id;
      answer.writeHead(id === poison ? 500 : 200).end();
    });
    const { id } = await casa.create(erp.url);
    await casa.add();
    await told(1);
    await casa.add();
    await told(2);
    wire.clock.advance(6 * SECOND_MS);
    await told(3);
    await settled(wire, id);
    expect(await casa.one(id)).toMatchObject({ ativo: true, pendentes: 1, falhasSeguidas: 1 });
  });
});

test("two workers deliver 300 notifications once each, at most four at a time, without delaying another webhook", async () => {
  // The endpoint answers only after the other webhook was served: waiting for it would block
  // forever.
  let held: (() => void)[] | null = [];
  erp.modo((answer) => {
    const say = (): void => void setTimeout(() => answer.writeHead(200).end(), 15);
    if (held === null) say();
    else held.push(say);
  });
  const { id } = await casa.create(erp.url);
  const vizinha = await openCasaTold(wire);
  const perto = await openReceptor();
  try {
    await vizinha.create(perto.url);
    await casa.addMany(300);
    await told(4);
    await vizinha.add();
    await expect.poll(() => perto.recebidas.length).toBe(1);
    await told(4);
    for (const say of held) say();
    held = null;
    await told(300);
    await settled(wire, id);
    expect(new Set(erp.ids()).size).toBe(300);
    expect(erp.maisJuntas()).toBeLessThanOrEqual(4);
  } finally {
    await perto.close();
  }
});

const makeOld = () =>
  wire.asOwner("UPDATE webhook_entrega SET criado_em = $1", [
    new Date(wire.clock.now().getTime() - 31 * DAY_MS),
  ]);

test("the end of a divergência is delivered even after its earlier deliveries were deleted from the log", async () => {
  const { id } = await casa.create(erp.url, { tipos: ["divergencia", "marca"] });
  const nota = await casa.add();
  const turn = async (sefazStatus: string) => {
    await wire.asOwner("UPDATE nota SET sefaz_status = $2, divergente = DEFAULT WHERE id = $1", [
      nota,
      sefazStatus,
    ]);
    await casa.tell("status", [nota]);
  };
  await turn("101");
  await casa.tell("marca", [nota]);
  await told(2);
  await settled(wire, id);
  await makeOld();
  expect(await sweepWebhooks(wire.ctx)).toBe(1);
  await turn("100");
  await told(3);
  expect(erp.recebidas[2]?.dito).toMatchObject({ tipo: "divergencia", dados: { divergente: false } });
  await settled(wire, id);
  await makeOld();
  expect(await sweepWebhooks(wire.ctx)).toBe(2);
});

test("the log deletes deliveries older than thirty days", async () => {
  const { id } = await casa.create(erp.url);
  await casa.add();
  await told(1);
  await settled(wire, id);
  await makeOld();
  await casa.add();
  await told(2);
  await settled(wire, id);
  expect(await sweepWebhooks(wire.ctx)).toBe(1);
  expect((await casa.log(id)).map((entrega) => entrega.id)).toEqual([erp.ids()[1]]);
});
