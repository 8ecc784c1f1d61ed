import { dayInZone, UFS, zoneOfUf } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FeedItem } from "../../src/services/documento/documento.rules.ts";
import { publish } from "../../src/services/publication/publish.rows.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";

const WRITERS = 8;
const ROUNDS = 20;

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());

type PublishSetup = { contaId: string; empresaId: string };

async function openPublishSetup(o: { uf?: string } = {}): Promise<PublishSetup> {
  const { contaId } = await t.createConta(o);
  return { contaId, ...(await t.createEmpresa(contaId)) };
}

const now = new Date("2026-11-20T12:00:00Z");

async function publishNotas(
  { contaId }: PublishSetup,
  ids: readonly string[],
  o: { tipo?: FeedItem["tipo"]; now?: Date; undo?: boolean } = {},
): Promise<void> {
  const feed = ids.map((notaId): FeedItem => ({ tipo: o.tipo ?? "nota", notaId }));
  await t.ctx.database.withConta(contaId, async (db) => {
    await publish(db, contaId, { agora: o.now ?? now, feed });
    if (o.undo) throw new Error("undo");
  });
}

async function insertNota({ contaId, empresaId }: PublishSetup, o: Partial<NewNota> = {}): Promise<string> {
  const [nota] = await insertNotas(t, contaId, [inventNota({ empresaId, ...o })]);
  return nota?.id ?? "";
}

const change = (id: string, set: string) => t.asOwner(`UPDATE nota SET ${set} WHERE id = $1`, [id]);

const readRollupDia = ({ contaId }: PublishSetup) =>
  t.asOwner(
    `SELECT dia::text, papel, quantidade::int AS n, valor::text AS v, canceladas::int AS c, divergentes::int AS d, nao_integradas::int AS a
     FROM rollup_dia WHERE conta_id = $1 AND quantidade <> 0 ORDER BY 1, 2`,
    [contaId],
  );
const readRollupUf = ({ contaId }: PublishSetup) =>
  t.asOwner(
    `SELECT mes::text, papel, uf, quantidade::int AS n, valor::text AS v FROM rollup_uf
     WHERE conta_id = $1 AND quantidade <> 0 ORDER BY 1, 2, 3`,
    [contaId],
  );
const readUsoMes = ({ contaId }: PublishSetup) =>
  t.asOwner("SELECT mes::text, documentos AS n FROM uso_mes WHERE conta_id = $1 ORDER BY mes", [contaId]);

test("eight concurrent writers with some rollbacks leave a feed without gaps and correct rollups", async () => {
  const setup = await openPublishSetup();
  const { contaId, empresaId } = setup;
  const plans = Array.from({ length: WRITERS }, (_, writer) =>
    Array.from({ length: ROUNDS }, (_, n) => ({
      undo: (writer * 7 + n * 3) % 4 === 0,
      notas: Array.from({ length: 1 + ((writer + n) % 4) }, (_, i) =>
        inventNota({ empresaId, valor: "1.10", emissao: `2026-11-0${1 + (i % 2)}T12:00:00Z` }),
      ),
    })),
  );
  const all = plans.flat();
  await insertNotas(
    t,
    contaId,
    all.flatMap(({ notas }) => notas),
  );
  const write = async (rounds: typeof all): Promise<void> => {
    for (const { notas, undo } of rounds) {
      const publishing = publishNotas(
        setup,
        notas.map(({ id }) => id),
        { undo },
      );
      await (undo ? expect(publishing).rejects.toThrow("undo") : publishing);
    }
  };
  await Promise.all(plans.map(write));

  const kept = all.filter(({ undo }) => !undo).flatMap(({ notas }) => notas).length;
  const feed = await t.asOwner<{ n: number; menor: number; maior: number; distintas: number }>(
    "SELECT count(*)::int AS n, min(sequencia)::int AS menor, max(sequencia)::int AS maior, count(DISTINCT sequencia)::int AS distintas FROM feed WHERE conta_id = $1",
    [contaId],
  );
  expect(kept).toBeGreaterThan(100);
  expect(feed).toEqual([{ n: kept, menor: 1, maior: kept, distintas: kept }]);
  const sums = "SELECT sum(quantidade)::int AS n, sum(valor)::text AS v FROM";
  const sum = [{ n: kept, v: (kept * 1.1).toFixed(2) }];
  expect(await t.asOwner(`${sums} rollup_dia WHERE conta_id = $1`, [contaId])).toEqual(sum);
  expect(await t.asOwner(`${sums} rollup_uf WHERE conta_id = $1`, [contaId])).toEqual(sum);
  expect(await readUsoMes(setup)).toEqual([{ mes: "2026-11-01", n: kept }]);
});

describe("a published nota", () => {
  test("a nota is counted once when published again, in its current state", async () => {
    const setup = await openPublishSetup();
    const id = await insertNota(setup);
    await publishNotas(setup, [id]);
    await publishNotas(setup, [id, id], { tipo: "status" });
    expect(await readRollupDia(setup)).toEqual([
      { dia: "2026-10-15", papel: "E", n: 1, v: "100.00", c: 0, d: 0, a: 1 },
    ]);
    expect(await readRollupUf(setup)).toEqual([
      { mes: "2026-10-01", papel: "E", uf: "PR", n: 1, v: "100.00" },
    ]);
    await change(id, "sefaz_status = '101', processado_erp = true");
    await publishNotas(setup, [id], { tipo: "status" });
    expect(await readRollupDia(setup)).toEqual([
      { dia: "2026-10-15", papel: "E", n: 1, v: "100.00", c: 1, d: 1, a: 0 },
    ]);
  });

  test("a nota moves between rollups with its day, side, status and amount, and leaves them with quarantine", async () => {
    const setup = await openPublishSetup();
    const id = await insertNota(setup);
    await publishNotas(setup, [id]);
    await change(id, "papel = 'S', dia_emissao = '2026-09-30', valor_total = -5, uf_destinatario = NULL");
    await publishNotas(setup, [id], { tipo: "troca" });
    expect(await readRollupDia(setup)).toEqual([
      { dia: "2026-09-30", papel: "S", n: 1, v: "-5.00", c: 0, d: 0, a: 1 },
    ]);
    expect(await readRollupUf(setup)).toEqual([{ mes: "2026-09-01", papel: "S", uf: "", n: 1, v: "-5.00" }]);
    await change(id, "quarentena = true");
    await publishNotas(setup, [id], { tipo: "quarentena" });
    expect([await readRollupDia(setup), await readRollupUf(setup)]).toEqual([[], []]);
  });

  test.each([
    ["SEFAZ says so", "sefaz_status = '151'", 1],
    ["the document says so and SEFAZ nothing", "sefaz_status = NULL, nfe_status = '101'", 1],
    ["the document says so and SEFAZ does not", "sefaz_status = '100', nfe_status = '101'", 0],
    ["an evento cancels it beside SEFAZ's 100", "hash_sha1_canc = 'x'", 1],
    ["it was denied", "sefaz_status = '110'", 0],
  ])("a nota counts as cancelled or not when %s", async (_when, set, c) => {
    const setup = await openPublishSetup();
    const id = await insertNota(setup);
    await change(id, set);
    await publishNotas(setup, [id]);
    expect(await readRollupDia(setup)).toMatchObject([{ c }]);
  });

  test("a nota can be recounted without a feed entry", async () => {
    const setup = await openPublishSetup();
    const id = await insertNota(setup);
    await publishNotas(setup, [id]);
    const [before] = await t.asOwner("SELECT alterado_em FROM nota WHERE id = $1", [id]);
    await change(id, "dia_emissao = '2026-10-14'");
    const { contaId } = setup;
    await t.ctx.database.withConta(contaId, (db) =>
      publish(db, contaId, { agora: now, feed: [], mudas: [id] }),
    );
    expect(await readRollupDia(setup)).toMatchObject([{ dia: "2026-10-14", n: 1 }]);
    expect(await t.asOwner("SELECT alterado_em FROM nota WHERE id = $1", [id])).toEqual([before]);
    expect(await t.asOwner("SELECT FROM feed WHERE conta_id = $1", [contaId])).toHaveLength(1);
  });
});

describe("the notas counted in uso_mes", () => {
  test("each nota counts once: not again for a second side, a release or a better copy", async () => {
    const setup = await openPublishSetup();
    const chave = inventNota().chave;
    const [e, s, q] = [
      await insertNota(setup, { chave }),
      await insertNota(setup, { chave, papel: "S" }),
      await insertNota(setup, { quarentena: true }),
    ];
    await publishNotas(setup, [e, s]);
    expect(await readUsoMes(setup)).toEqual([{ mes: "2026-11-01", n: 1 }]);
    await publishNotas(setup, [q]);
    expect(await readUsoMes(setup)).toEqual([{ mes: "2026-11-01", n: 1 }]);
    const december = new Date("2026-12-02T12:00:00Z");
    await change(q, "quarentena = false");
    await publishNotas(setup, [q, e], { now: december });
    const twice = [
      { mes: "2026-11-01", n: 1 },
      { mes: "2026-12-01", n: 1 },
    ];
    expect(await readUsoMes(setup)).toEqual(twice);
    await change(q, "quarentena = true");
    await publishNotas(setup, [q], { now: december });
    await change(q, "quarentena = false");
    await publishNotas(setup, [q], { now: december });
    expect(await readUsoMes(setup)).toEqual(twice);
  });

  test("the other side of a nota that arrives later does not count again", async () => {
    const setup = await openPublishSetup();
    const chave = inventNota().chave;
    await publishNotas(setup, [await insertNota(setup, { chave })]);
    await publishNotas(setup, [await insertNota(setup, { chave, papel: "S" })]);
    expect(await readUsoMes(setup)).toEqual([{ mes: "2026-11-01", n: 1 }]);
  });

  test("the month is that of the conta's own time zone", async () => {
    const instant = new Date("2026-12-01T03:30:00Z");
    for (const { sigla } of UFS) {
      const setup = await openPublishSetup({ uf: sigla });
      await publishNotas(setup, [await insertNota(setup)], { now: instant });
      const mes = `${dayInZone(instant, zoneOfUf(sigla)).slice(0, 7)}-01`;
      expect([sigla, await readUsoMes(setup)]).toEqual([sigla, [{ mes, n: 1 }]]);
    }
  });
});
