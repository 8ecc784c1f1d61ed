import { afterAll, beforeAll, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const MIGRATION = "20261120000004_autores";

let database: OldDatabase;

// Title, modelo, the sha1 of each evento with the marking one first, and the cancellation that
// remains.
const NOTAS: [
  nome: string,
  modelo: string,
  eventos: [tpEvento: string, sha1: string][],
  fica: string | null,
][] = [
  ["an MDF-e that was closed", "58", [["110112", "fim"]], null],
  [
    "an MDF-e that was closed, then cancelled",
    "58",
    [
      ["110112", "fim"],
      ["110111", "canc"],
    ],
    "canc",
  ],
  ["an MDF-e that was cancelled", "58", [["110111", "canc"]], "canc"],
  ["an NFC-e that another one replaced", "65", [["110112", "subst"]], "subst"],
];
const chaveOf = (n: number, modelo: string): string =>
  `35261011444777000161${modelo}${String(n).padStart(22, "0")}`;

beforeAll(async () => {
  database = await openOldDatabase(MIGRATION);
  for (const [n, [, modelo, eventos]] of NOTAS.entries()) await insertNota(chaveOf(n, modelo), eventos);
  expect(await database.apply(MIGRATION)).toEqual([MIGRATION]);
});
afterAll(() => database?.dispose());

test.each(NOTAS.map((nota, n) => [...nota, n] as const))(
  "the migration keeps only what cancels %s",
  async (_nome, modelo, _eventos, expected, n) => {
    const rows = await database.asServer("SELECT hash_sha1_canc FROM nota WHERE chave = $1", [
      chaveOf(n, modelo),
    ]);
    expect(rows).toEqual([{ hash_sha1_canc: expected }]);
  },
);

test("eventos and notas stored before the migration have no autor and no tomador", async () => {
  expect(await database.asServer("SELECT DISTINCT autor FROM evento")).toEqual([{ autor: "" }]);
  expect(await database.asServer("SELECT DISTINCT cnpj_tomador FROM nota")).toEqual([{ cnpj_tomador: null }]);
});

test("row security is forced again after the migration", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('documento', 'nota', 'evento')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

async function insertNota(chave: string, eventos: [tpEvento: string, sha1: string][]): Promise<void> {
  const documento = `INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
    VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, $3, $4, $2, 'MDFe', 'integra', 1, '2026-11-01', now()) RETURNING id`;
  await database.asServer(
    `WITH d AS (${documento})
     INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
       nome_emitente, emitente_ordem, cnpj_emitente, veredito, hash_sha1_canc, criado_em, alterado_em)
     SELECT $1, gen_random_uuid(), $2, 'E', d.id, 'MDFe', 1, 1, now(), now(), 1, 'x', 'x', '1', 'integra', $5, now(), now() FROM d`,
    [database.contaId, chave, "nota", "nota", eventos[0]?.[1] ?? null],
  );
  for (const [tpEvento, sha1] of eventos) {
    await database.asServer(
      `WITH d AS (${documento})
       INSERT INTO evento (conta_id, id, chave, tp_evento, n_seq, desc_evento, cstat, origem, veredito, documento_id, criado_em)
       SELECT $1, gen_random_uuid(), $2, $5, 1, 'x', '135', 'email', 'integra', d.id, now() FROM d`,
      [database.contaId, chave, sha1, "evento", tpEvento],
    );
  }
}
