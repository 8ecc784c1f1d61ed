import { afterAll, beforeAll, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const MIGRATION = "20261122000019_listas_filtros";

let database: OldDatabase;

const chaveOf = (n: number): string => `3526101144477700016155${String(n).padStart(22, "0")}`;

beforeAll(async () => {
  database = await openOldDatabase(MIGRATION);
  for (const n of [1, 2, 3]) await insertNota(chaveOf(n));
  await insertAuditor(chaveOf(1), { tipo: "NFe", situacao: 1 });
  await insertAuditor(chaveOf(2), { tipo: "CTe", situacao: 3 });
  await insertAuditor(chaveOf(2), { tipo: "Evento", situacao: 1 });
  expect((await database.apply(MIGRATION))[0]).toBe(MIGRATION);
});
afterAll(() => database?.dispose());

test("the migration copies existing auditor records into the filter columns of notas", async () => {
  const rows = await database.asServer("SELECT auditoria, auditoria_rara AS rara FROM nota ORDER BY chave");
  expect(rows).toEqual([
    { auditoria: 1, rara: false },
    { auditoria: (1 << 5) | (1 << 12), rara: true },
    { auditoria: 0, rara: false },
  ]);
});

test("row security is forced again after the migration", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('nota', 'auditor')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

async function insertNota(chave: string): Promise<void> {
  await database.asServer(
    `WITH d AS (INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
       VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, 'x', 'nota', $2, 'NFe', 'integra', 1, '2026-11-01', now()) RETURNING id)
     INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
       nome_emitente, emitente_ordem, cnpj_emitente, veredito, criado_em, alterado_em)
     SELECT $1, gen_random_uuid(), $2, 'E', d.id, 'NFe', 1, 1, now(), now(), 1, 'x', 'x', '1', 'integra', now(), now() FROM d`,
    [database.contaId, chave],
  );
}

async function insertAuditor(chave: string, o: { tipo: string; situacao: number }): Promise<void> {
  await database.asServer(
    `INSERT INTO auditor (conta_id, id, tipo, tipo_nota, chave, tp_evento, c_sit_nfe, desc_evento, texto, data_evento, origem, criado_em, alterado_em)
     VALUES ($1, gen_random_uuid(), $3, 'NFe', $2, $3, $4, 'x', 'x', now(), 'distribuicao', now(), now())`,
    [database.contaId, chave, o.tipo, o.situacao],
  );
}
