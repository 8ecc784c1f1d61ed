import { afterAll, beforeAll, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const MIGRATION = "20261122000010_buscas";
/** Too long for an index row, however it is compressed. */
const LONG_NAME = inventLetters(985);

let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase(MIGRATION);
  await insertEmail({ remetente: `${LONG_NAME}@b.example`, nome: "Longe" });
  await insertEmail({ remetente: "" });
  await insertEmail({ remetente: "Ana@B.example", nome: "Ana", dia: "2026-10-01" });
  await insertEmail({ remetente: "ana@b.example", nome: "Ana Maria", dia: "2026-10-02" });
  await insertEmail({ remetente: "ANA@b.example", nome: null, dia: "2026-10-03" });
  await insertEmail({ remetente: "bia@b.example", nome: null });
  await insertEmail({ remetente: "zip@b.example", nome: "Envio", importado: true });
  expect(await database.apply(MIGRATION)).toEqual([MIGRATION]);
});
afterAll(() => database?.dispose());

test("the migration lists each sender address with its latest name, without imports and e-mails that have no sender", async () => {
  const rows = await database.asServer(
    "SELECT left(endereco, 320) AS endereco, nome, busca FROM remetente ORDER BY endereco",
  );
  expect(rows).toEqual([
    { endereco: "ana@b.example", nome: "Ana Maria", busca: "ana@b.example ana maria" },
    { endereco: "bia@b.example", nome: null, busca: "bia@b.example" },
    { endereco: LONG_NAME.slice(0, 320), nome: "Longe", busca: `${LONG_NAME}@b.example longe` },
  ]);
});

test("every sender matches its e-mails by the column that orders them", async () => {
  const rows = await database.asServer<{ n: number }>(
    `SELECT count(e.id)::int AS n FROM remetente r JOIN email e ON e.conta_id = r.conta_id AND e.remetente_ordem = r.endereco AND NOT e.importado
     GROUP BY r.endereco ORDER BY r.endereco`,
  );
  expect(rows).toEqual([{ n: 3 }, { n: 1 }, { n: 1 }]);
});

test("row security is forced again after the migration", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('email', 'remetente')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

/** Three-byte letters that do not compress, the same each time. */
function inventLetters(many: number): string {
  let state = 7;
  return Array.from({ length: many }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCodePoint(0x4e00 + Math.floor((state / 2 ** 32) * 20_000));
  }).join("");
}

type OldEmail = { remetente: string; nome?: string | null; dia?: string; importado?: boolean };

async function insertEmail({
  remetente,
  nome = null,
  dia = "2026-10-01",
  importado = false,
}: OldEmail): Promise<void> {
  await database.asServer(
    `INSERT INTO email (conta_id, id, sha256, remetente, remetente_nome, data, recebida_em, tamanho, estado, importado)
     VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, $2, $3, $4, $4, 1, 'lido', $5)`,
    [database.contaId, remetente, nome, dia, importado],
  );
}
