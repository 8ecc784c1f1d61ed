import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAIN_START, computeLink } from "../../src/services/registro/chain-link.ts";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

let database: OldDatabase;
beforeAll(async () => {
  database = await openOldDatabase("20261122000012_registro");
});
afterAll(() => database.dispose());

const INSERT =
  "INSERT INTO registro (conta_id, id, quando, usuario_id, usuario, acao, alvo, detalhe) VALUES ($1, gen_random_uuid(), $2, $3, $4, 'manifestar', 'x', $5)";

test("the migration links the existing acts into a chain in chronological order", async () => {
  const ana = "019a0000-0000-7000-8000-00000000000a";
  const acts: [string, string | null, string, string | null][] = [
    ["2026-03-02T10:00:00.125Z", ana, "Ana", "terceiro"],
    ["2026-03-01T10:00:00Z", null, "SEFAZ", null],
    ["2026-03-01T10:00:00.001Z", ana, "Ana ção", ""],
  ];
  for (const act of acts) await database.asServer(INSERT, [database.contaId, ...act]);
  expect(await database.apply("20261122000012_registro")).toEqual(["20261122000012_registro"]);
  const rows = await database.asServer<Parameters<typeof computeLink>[1] & { ordem: string | number }>(
    `SELECT conta_id AS "contaId", ordem, id, quando, usuario_id AS "usuarioId", usuario, acao, alvo, detalhe, elo FROM registro ORDER BY ordem`,
  );
  expect(rows.map(({ ordem, usuario }) => [Number(ordem), usuario])).toEqual([
    [1, "SEFAZ"],
    [2, "Ana ção"],
    [3, "Ana"],
  ]);
  let previous: Uint8Array = CHAIN_START;
  for (const row of rows) {
    previous = computeLink(previous, { ...row, ordem: Number(row.ordem) });
    expect(row.elo).toEqual(previous);
  }
  expect(await database.asServer("SELECT ordem, elo FROM registro_ponta")).toEqual([
    { ordem: "3", elo: previous },
  ]);
});

test("the migration forces row security again, and the server can no longer insert acts directly", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('registro', 'registro_ponta')",
  );
  expect(rows).toEqual([{ forced: true }]);
  const writing = database.asServer(INSERT, [database.contaId, new Date(), null, "Ana", null]);
  await expect(writing).rejects.toThrow(/permission denied/);
});
