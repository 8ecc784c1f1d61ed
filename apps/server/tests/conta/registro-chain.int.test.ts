import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRegistros, type NewRegistro } from "../../src/services/registro/registro.rows.ts";
import { type ChainCheck, verifyRegistro } from "../../src/services/registro/verify-registro.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
let contaId: string;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  ({ contaId } = await t.createConta());
});

const ACT: Omit<NewRegistro, "quando"> = {
  usuarioId: null,
  usuario: "Ana de Teste",
  acao: "alterar-empresa",
  alvo: "a",
  detalhe: null,
};

/** Writes this many acts in one transaction. */
async function writeActs(total: number, o: Partial<NewRegistro> = {}): Promise<void> {
  const acts = Array.from({ length: total }, (_, n) => ({
    quando: t.clock.now(),
    ...ACT,
    detalhe: `ato ${n}`,
    ...o,
  }));
  await t.ctx.database.withConta(contaId, (db) => insertRegistros(db, contaId, acts));
}

async function verify(): Promise<ChainCheck> {
  return await verifyRegistro((fn) => t.ctx.database.withConta(contaId, fn), contaId);
}

async function readLastOrdem(): Promise<number> {
  const rows = await t.asOwner<{ n: string }>(
    "SELECT coalesce(max(ordem), 0) AS n FROM registro WHERE conta_id = $1",
    [contaId],
  );
  return Number(rows[0]?.n);
}

/** Changes rows as an attacker with full access to the database. */
async function tamper(text: string, values: unknown[] = []): Promise<void> {
  await t.asOwner(
    `DO $do$ BEGIN SET LOCAL session_replication_role = replica; ${text.replace(/\$(\d)/g, (_, n: string) => quote(values[Number(n) - 1]))}; END $do$`,
  );
}

function quote(value: unknown): string {
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

test("an unchanged chain is valid, whatever the concurrency and the number of pages", async () => {
  const before = await readLastOrdem();
  await Promise.all(Array.from({ length: 8 }, (_, n) => writeActs(n + 1)));
  await writeActs(1_500, { detalhe: "ção – “aspas” \\ 1:2 🙂" });
  expect(await verify()).toEqual({ integro: true, conferidos: before + 1_536, quebradoEm: null });
});

test("a conta without acts has a valid chain", async () => {
  expect(await verify()).toEqual({ integro: true, conferidos: 0, quebradoEm: null });
});

test.each([
  ["quando", "quando + interval '1 ms'"],
  ["usuario_id", "gen_random_uuid()"],
  ["usuario", "'Outra'"],
  ["acao", "'entrar'"],
  ["alvo", "'b'"],
  ["detalhe", "NULL"],
  ["id", "gen_random_uuid()"],
  ["elo", "sha256('x')"],
])("a changed %s is detected at its act", async (column, valor) => {
  await writeActs(5);
  const ordem = (await readLastOrdem()) - 2;
  await tamper(`UPDATE registro SET ${column} = ${valor} WHERE conta_id = $1 AND ordem = $2`, [
    contaId,
    ordem,
  ]);
  expect(await verify()).toEqual({ integro: false, conferidos: ordem - 1, quebradoEm: ordem });
});

test("moving text from one field to the next is detected", async () => {
  await writeActs(1, { usuario: "AnaB", detalhe: "ia" });
  const ordem = await readLastOrdem();
  await tamper("UPDATE registro SET usuario = 'Ana', detalhe = 'Bia' WHERE conta_id = $1 AND ordem = $2", [
    contaId,
    ordem,
  ]);
  expect(await verify()).toMatchObject({ integro: false, quebradoEm: ordem });
});

test("a deleted act is detected", async () => {
  await writeActs(5);
  const ordem = (await readLastOrdem()) - 2;
  await tamper("DELETE FROM registro WHERE conta_id = $1 AND ordem = $2", [contaId, ordem]);
  expect(await verify()).toMatchObject({ integro: false, quebradoEm: ordem });
});

test("a deleted act is detected although the others are renumbered", async () => {
  await writeActs(5);
  const ordem = (await readLastOrdem()) - 2;
  await tamper("DELETE FROM registro WHERE conta_id = $1 AND ordem = $2", [contaId, ordem]);
  for (const n of [ordem + 1, ordem + 2]) {
    await tamper("UPDATE registro SET ordem = ordem - 1 WHERE conta_id = $1 AND ordem = $2", [contaId, n]);
  }
  expect(await verify()).toMatchObject({ integro: false, quebradoEm: ordem });
});

test("truncated acts at the end are detected", async () => {
  await writeActs(5);
  const last = await readLastOrdem();
  await tamper("DELETE FROM registro WHERE conta_id = $1 AND ordem > $2", [contaId, last - 2]);
  expect(await verify()).toEqual({ integro: false, conferidos: last - 2, quebradoEm: last - 1 });
});

test("an act appended at the end is detected", async () => {
  await writeActs(2);
  const last = await readLastOrdem();
  await tamper(
    "INSERT INTO registro SELECT conta_id, gen_random_uuid(), quando, usuario_id, usuario, acao, alvo, detalhe, ordem + 1, elo FROM registro WHERE conta_id = $1 AND ordem = $2",
    [contaId, last],
  );
  expect(await verify()).toMatchObject({ integro: false, quebradoEm: last + 1 });
});

test("an act inserted before the first is detected", async () => {
  await writeActs(2);
  await tamper(
    "INSERT INTO registro SELECT conta_id, gen_random_uuid(), quando, usuario_id, usuario, acao, alvo, detalhe, 0, elo FROM registro WHERE conta_id = $1 AND ordem = 1",
    [contaId],
  );
  expect(await verify()).toMatchObject({ integro: false, quebradoEm: 1 });
});

test("two exchanged acts are detected", async () => {
  await writeActs(5);
  const ordem = (await readLastOrdem()) - 3;
  for (const [from, to] of [
    [ordem, -1],
    [ordem + 1, ordem],
    [-1, ordem + 1],
  ]) {
    await tamper("UPDATE registro SET ordem = $3 WHERE conta_id = $1 AND ordem = $2", [contaId, from, to]);
  }
  expect(await verify()).toMatchObject({ integro: false, quebradoEm: ordem });
});

test("the server cannot bypass the chain, change or delete acts, nor can the table owner by mistake", async () => {
  await writeActs(1);
  const asServer = (text: string) =>
    t.ctx.database.withConta(contaId, (db) => queryInConta(db, text.replace("$conta", contaId)));
  for (const text of [
    "INSERT INTO registro (conta_id, id, quando, usuario, acao, alvo, ordem, elo) VALUES ('$conta', gen_random_uuid(), now(), 'x', 'y', 'z', 99, '')",
    "UPDATE registro SET usuario = 'x'",
    "DELETE FROM registro",
    "TRUNCATE registro",
    "UPDATE registro_ponta SET ordem = 0",
    "DELETE FROM registro_ponta",
    "INSERT INTO registro_ponta VALUES ('$conta', 0, '')",
  ]) {
    await expect(asServer(text), text).rejects.toThrow(/permission denied/);
  }
  for (const text of [
    "UPDATE registro SET usuario = 'x'",
    "DELETE FROM registro",
    "TRUNCATE registro",
    "DELETE FROM registro_ponta",
  ]) {
    await expect(t.asOwner(text), text).rejects.toThrow(/written once/);
  }
});

test("an act cannot be written into the chain of another conta", async () => {
  const other = await t.createConta();
  const writing = t.ctx.database.withConta(contaId, (db) =>
    insertRegistros(db, other.contaId, [{ quando: t.clock.now(), ...ACT }]),
  );
  await expect(writing).rejects.toThrow(/is not the one of this transaction/);
});
