import { afterAll, beforeAll, expect, test } from "vitest";
import { openReceptor } from "./receptor.ts";
import { publishNotas, rest } from "./rest.ts";
import { openCasaTold, SO_NO_NOME, settled, startTelling } from "./webhook-casa.ts";
import { createWire, enter, type Pessoa, type Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

// Simulates a restore on the rows: deletes what was published after the backup, and resets the
// feed's number.

let wire: Wire;
beforeAll(async () => {
  const sandbox = { info: SO_NO_NOME };
  wire = await createWire({ sandbox, permitirPrivado: true, urlBase: "https://casa.exemplo.test" });
});
afterAll(() => wire.dispose());

type Conta = Pick<Pessoa, "contaId">;

async function publishSome(conta: Conta, quantas: number): Promise<string[]> {
  const novas = Array.from({ length: quantas }, () => inventNota({}));
  const ids = (await insertNotas(wire, conta.contaId, novas)).map(({ id }) => id);
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
  await wire.ctx.database.portaria.beginFeedEpoch();
}

type Leitura = { ids: string[]; cursor: string; avisos: string[] };

/** Reads to the end as an ERP does that continues from the cursor named by a refusal. */
async function readOn(erp: Pessoa, de: string, address = "notas"): Promise<Leitura> {
  const read: Leitura = { ids: [], cursor: de, avisos: [] };
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
    const erp = await enter(wire, { uf: "SP" });
    const first = await publishSome(erp, 60);
    const slow = (await rest(wire, erp, `GET /${address}?limit=40`)).body.page.next;
    const backup = await readNumber(erp);
    const saved = await readOn(erp, "0", address);
    expect(saved.ids).toEqual(first);
    await publishSome(erp, 160);
    const ahead = await readOn(erp, saved.cursor, address);
    expect(ahead.ids).toHaveLength(160);
    await restore(erp, backup);
    const told = await readOn(erp, ahead.cursor, address);
    expect(told).toMatchObject({ ids: [], avisos: ["cursorDeOutraEpoca"] });
    const fresh = await publishSome(erp, 70);
    expect(await readOn(erp, ahead.cursor, address)).toMatchObject({
      ids: fresh,
      avisos: ["cursorDeOutraEpoca"],
    });
    expect(await readOn(erp, told.cursor, address)).toMatchObject({ ids: fresh, avisos: [] });
    expect(await readOn(erp, saved.cursor, address)).toMatchObject({ ids: fresh, avisos: [] });
    expect(await readOn(erp, slow, address)).toMatchObject({
      ids: [...first.slice(40), ...fresh],
      avisos: [],
    });
  });
}

test("restoring the same backup twice repeats no number", async () => {
  const erp = await enter(wire, { uf: "SP" });
  await publishSome(erp, 5);
  const backup = await readNumber(erp);
  await restore(erp, backup);
  await publishSome(erp, 3);
  const before = await readOn(erp, "0");
  await restore(erp, backup);
  expect(await readOn(erp, before.cursor)).toMatchObject({ ids: [], avisos: ["cursorDeOutraEpoca"] });
  const fresh = await publishSome(erp, 2);
  expect(await readOn(erp, before.cursor)).toMatchObject({ ids: fresh, avisos: ["cursorDeOutraEpoca"] });
});

test("a restore without new items since the last one is still reported to readers beyond it", async () => {
  const erp = await enter(wire, { uf: "SP" });
  const first = await publishSome(erp, 5);
  await restore(erp, await readNumber(erp));
  const backup = await readNumber(erp);
  await publishSome(erp, 3);
  const ahead = await readOn(erp, "0");
  await restore(erp, backup);
  const fresh = await publishSome(erp, 2);
  expect(await readOn(erp, "0")).toMatchObject({ ids: [...first, ...fresh], avisos: [] });
  expect(await readOn(erp, ahead.cursor)).toMatchObject({ ids: fresh, avisos: ["cursorDeOutraEpoca"] });
});

test("after a restore, a webhook delivers each new document once, under a new message id", async () => {
  const work = await startTelling(wire);
  const erp = await openReceptor();
  try {
    const casa = await openCasaTold(wire);
    const { id } = await casa.create(erp.url);
    await casa.add();
    await expect.poll(() => erp.recebidas.length).toBe(1);
    await settled(wire, id);
    const backup = await readNumber(casa);
    await casa.add();
    await casa.add();
    await expect.poll(() => erp.recebidas.length).toBe(3);
    await settled(wire, id);
    await restore(casa, backup);
    const fresh = [await casa.add(), await casa.add(), await casa.add()];
    await expect.poll(() => erp.recebidas.length).toBe(6);
    await settled(wire, id);
    expect(erp.recebidas.slice(3).map(({ dito }) => dito.dados.notaId)).toEqual(fresh);
    expect(new Set(erp.ids()).size).toBe(6);
  } finally {
    await work.stop();
    await erp.close();
  }
});
