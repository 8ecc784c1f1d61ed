import { afterAll, beforeAll, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { openWebhookEndpoint } from "../setup/servers/webhook-endpoint.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import {
  openWebhookSetup,
  SANDBOX_WITHOUT_SERVERS,
  startWebhookWorker,
  waitUntilSettled,
} from "../webhook/webhook-setup.ts";
import { publishNotas, rest } from "./send-rest.ts";

// Simulates a restore on the rows: deletes what was published after the backup, and resets the
// feed's number.

let wire: Wire;
beforeAll(async () => {
  const sandbox = { info: SANDBOX_WITHOUT_SERVERS };
  wire = await createWire({ sandbox, allowPrivate: true, urlBase: "https://casa.exemplo.test" });
});
afterAll(() => wire.dispose());

type Conta = Pick<SignedInUser, "contaId">;

async function publishNewNotas(conta: Conta, count: number): Promise<string[]> {
  const newNotas = Array.from({ length: count }, () => inventNota({}));
  const ids = (await insertNotas(wire, conta.contaId, newNotas)).map(({ id }) => id);
  await publishNotas(wire, conta.contaId, ids);
  return ids;
}

async function readNumber({ contaId }: Conta): Promise<number> {
  const [row] = await wire.asOwner<{ n: number }>(
    "SELECT sequencia::float8 AS n FROM conta_sequencia WHERE conta_id = $1",
    [contaId],
  );
  return row?.n ?? 0;
}

async function restore({ contaId }: Conta, backup: number): Promise<void> {
  await wire.asOwner("DELETE FROM feed WHERE conta_id = $1 AND sequencia > $2", [contaId, backup]);
  await wire.asOwner("DELETE FROM webhook_entrega WHERE conta_id = $1 AND sequencia > $2", [contaId, backup]);
  await wire.asOwner("DELETE FROM feed_epoch WHERE conta_id = $1 AND first_sequence > $2", [contaId, backup]);
  await wire.asOwner("UPDATE webhook SET sequencia = least(sequencia, $2) WHERE conta_id = $1", [
    contaId,
    backup,
  ]);
  await wire.asOwner("UPDATE conta_sequencia SET sequencia = $2 WHERE conta_id = $1", [contaId, backup]);
  await wire.ctx.database.gatekeeper.beginFeedEpoch();
}

type FeedReading = { ids: string[]; cursor: string; avisos: string[] };

/** Reads to the end as an ERP does that continues from the cursor named by a refusal. */
async function readToEnd(erp: SignedInUser, from: string, address = "notas"): Promise<FeedReading> {
  const read: FeedReading = { ids: [], cursor: from, avisos: [] };
  for (let page = 0; page < 100; page += 1) {
    const { status, body } = await rest(wire, erp, `GET /${address}?limit=50&cursor=${read.cursor}`);
    if (status === 422) {
      read.avisos.push(body.codigo);
      read.cursor = /cursor (\S+):/.exec(body.mensagem)?.[1] ?? "";
      continue;
    }
    for (const item of body.itens) read.ids.push(item.notaId ?? item.id);
    read.cursor = body.page.next;
    if (!body.page.hasMore) return read;
  }
  throw new Error("the feed did not end within 100 pages");
}

for (const address of ["notas", "eventos"]) {
  test(`after a restore, a reader of ${address} gets one refusal and then each new item once`, async () => {
    const erp = await signInNewUser(wire, { uf: "SP" });
    const first = await publishNewNotas(erp, 60);
    const slow = (await rest(wire, erp, `GET /${address}?limit=40`)).body.page.next;
    const backup = await readNumber(erp);
    const saved = await readToEnd(erp, "0", address);
    expect(saved.ids).toEqual(first);
    await publishNewNotas(erp, 160);
    const ahead = await readToEnd(erp, saved.cursor, address);
    expect(ahead.ids).toHaveLength(160);
    await restore(erp, backup);
    const resumed = await readToEnd(erp, ahead.cursor, address);
    expect(resumed).toMatchObject({ ids: [], avisos: ["cursorDeOutraEpoca"] });
    const fresh = await publishNewNotas(erp, 70);
    expect(await readToEnd(erp, ahead.cursor, address)).toMatchObject({
      ids: fresh,
      avisos: ["cursorDeOutraEpoca"],
    });
    expect(await readToEnd(erp, resumed.cursor, address)).toMatchObject({ ids: fresh, avisos: [] });
    expect(await readToEnd(erp, saved.cursor, address)).toMatchObject({ ids: fresh, avisos: [] });
    expect(await readToEnd(erp, slow, address)).toMatchObject({
      ids: [...first.slice(40), ...fresh],
      avisos: [],
    });
  });
}

test("restoring the same backup twice repeats no number", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  await publishNewNotas(erp, 5);
  const backup = await readNumber(erp);
  await restore(erp, backup);
  await publishNewNotas(erp, 3);
  const before = await readToEnd(erp, "0");
  await restore(erp, backup);
  expect(await readToEnd(erp, before.cursor)).toMatchObject({ ids: [], avisos: ["cursorDeOutraEpoca"] });
  const fresh = await publishNewNotas(erp, 2);
  expect(await readToEnd(erp, before.cursor)).toMatchObject({ ids: fresh, avisos: ["cursorDeOutraEpoca"] });
});

test("a restore without new items since the last one is still reported to readers beyond it", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  const first = await publishNewNotas(erp, 5);
  await restore(erp, await readNumber(erp));
  const backup = await readNumber(erp);
  await publishNewNotas(erp, 3);
  const ahead = await readToEnd(erp, "0");
  await restore(erp, backup);
  const fresh = await publishNewNotas(erp, 2);
  expect(await readToEnd(erp, "0")).toMatchObject({ ids: [...first, ...fresh], avisos: [] });
  expect(await readToEnd(erp, ahead.cursor)).toMatchObject({ ids: fresh, avisos: ["cursorDeOutraEpoca"] });
});

test("after a restore, a webhook delivers each new document once, under a new message id", async () => {
  const work = await startWebhookWorker(wire);
  const erp = await openWebhookEndpoint();
  try {
    const fixture = await openWebhookSetup(wire);
    const { id } = await fixture.createWebhook(erp.url);
    await fixture.addNota();
    await expect.poll(() => erp.received.length).toBe(1);
    await waitUntilSettled(wire, id);
    const backup = await readNumber(fixture);
    await fixture.addNota();
    await fixture.addNota();
    await expect.poll(() => erp.received.length).toBe(3);
    await waitUntilSettled(wire, id);
    await restore(fixture, backup);
    const fresh = [await fixture.addNota(), await fixture.addNota(), await fixture.addNota()];
    await expect.poll(() => erp.received.length).toBe(6);
    await waitUntilSettled(wire, id);
    expect(erp.received.slice(3).map(({ payload: dito }) => dito.dados.notaId)).toEqual(fresh);
    expect(new Set(erp.ids()).size).toBe(6);
  } finally {
    await work.stop();
    await erp.close();
  }
});
