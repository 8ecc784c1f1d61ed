import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sweepWebhooks } from "../src/jobs/webhooks/sweep-webhooks.ts";
import type { Work } from "../src/jobs/work.ts";
import { openReceptor, type Receptor } from "./receptor.ts";
import { type CasaTold, openCasaTold, SO_NO_NOME, startTelling } from "./webhook-casa.ts";
import { createWire, type Wire } from "./wire.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let wire: Wire;
let erp: Receptor;
let casa: CasaTold;
let work: Work;

beforeAll(async () => {
  wire = await createWire({ sandbox: { info: SO_NO_NOME }, permitirPrivado: true });
  work = await startTelling(wire);
});
afterAll(async () => {
  await work.stop();
  await wire.dispose();
});
beforeEach(async () => {
  erp = await openReceptor();
  casa = await openCasaTold(wire);
});
afterEach(async () => {
  await erp.close();
  await wire.asOwner("TRUNCATE webhook, webhook_empresa, webhook_entrega, tarefa");
});

/** Waits until at least n attempts have been recorded and no job runs. */
const tried = (n: number) =>
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
const ativo = async () => (await wire.asOwner("SELECT ativo FROM webhook"))[0]?.ativo;

test("an endpoint that drops a message receives nothing else about that nota until it accepts the message", async () => {
  erp.modo((answer) => void answer.socket?.destroy());
  await casa.create(erp.url, { tipos: ["nota", "marca"] });
  const nota = await casa.add();
  await casa.tell("marca", [nota]);
  await tried(1);
  wire.clock.advance(6 * SECOND_MS);
  await tried(2);
  wire.clock.advance(6 * MINUTE_MS);
  await tried(3);
  erp.modo(200);
  wire.clock.advance(HOUR_MS);
  await tried(5);
  expect(erp.recebidas.map(({ dito }) => dito.tipo)).toEqual(["nota", "nota", "nota", "nota", "marca"]);
});

test("a webhook is disabled after 24 hours without success, although some deliveries were never tried", async () => {
  erp.modo(503);
  await casa.create(erp.url);
  await casa.addMany(30);
  await tried(4);
  wire.clock.advance(25 * HOUR_MS);
  await expect.poll(ativo).toBe(false);
  const cartas = await wire.asOwner("SELECT FROM envio WHERE conta_id = $1", [casa.contaId]);
  expect(cartas).toHaveLength(1);
});

test("deliveries of a webhook disabled for over thirty days are sent when it is enabled again", async () => {
  erp.modo(410);
  const { id } = await casa.create(erp.url);
  const nota = await casa.add();
  await expect.poll(ativo).toBe(false);
  await wire.asOwner("UPDATE webhook_entrega SET criado_em = $1", [
    new Date(wire.clock.now().getTime() - 31 * DAY_MS),
  ]);
  expect(await sweepWebhooks(wire.ctx)).toBe(0);
  erp.modo(200);
  await casa.gerente.call("Webhook.saveWebhook", {
    webhook: { id, url: erp.url, tipos: ["nota" as const], ativo: true },
  });
  await tried(2);
  expect(erp.recebidas[1]?.dito.dados.notaId).toBe(nota);
});
