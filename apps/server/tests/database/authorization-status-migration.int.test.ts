import { afterAll, beforeAll, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const STATUS_MIGRATION = "20261124000130_situacoes_de_2026";
const OLD_NOTAS_MIGRATION = "20261124000132_situacoes_de_antes";
const EMPRESA = "019a0000-0000-7000-8000-00000000000e";
const NOT_AUTHORIZED = { codigo: "nao-autorizada", gravidade: "aviso", detalhe: "120" };
const TEST_ENVIRONMENT = { codigo: "ambiente-homologacao", gravidade: "aviso" };
const UNCHECKED_CHAIN = { codigo: "cadeia-nao-verificada", gravidade: "informacao" };

let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase(STATUS_MIGRATION);
  await database.asServer("INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, $2, 'x', '1')", [
    database.contaId,
    EMPRESA,
  ]);
  await database.client.query("SET ROLE malote_portaria");
  await database.client.query(
    `INSERT INTO rollup_dia (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor, canceladas, divergentes, nao_integradas)
     VALUES ($1, '2026-10-15', 'E', 'NFCe', $2, 5, 50, 0, 1, 5)`,
    [database.contaId, EMPRESA],
  );
  await database.client.query("RESET ROLE");
  await insertOldNota({ chave: "alerta", nfe: "120", sefaz: "100", marcas: 6, achados: [NOT_AUTHORIZED] });
  await insertOldNota({
    chave: "alheia",
    nfe: "120",
    sefaz: null,
    marcas: 4,
    achados: [NOT_AUTHORIZED, UNCHECKED_CHAIN],
  });
  await insertOldNota({
    chave: "teste",
    nfe: "120",
    sefaz: null,
    marcas: 4,
    achados: [NOT_AUTHORIZED, TEST_ENVIRONMENT],
  });
  await insertOldNota({ chave: "sumida", nfe: null, sefaz: "217", marcas: 4, achados: [] });
  await insertOldNota({ chave: "outra", nfe: null, sefaz: "100", marcas: 4, achados: [] });
  expect(await database.apply(STATUS_MIGRATION)).toEqual([STATUS_MIGRATION]);
  expect(await database.apply(OLD_NOTAS_MIGRATION)).toEqual([OLD_NOTAS_MIGRATION]);
});
afterAll(() => database?.dispose());

test("the migration recomputes divergências and vereditos of existing notas", async () => {
  expect(
    await database.asServer(
      "SELECT n.chave, n.divergente, n.veredito, d.veredito AS do_xml, d.achados FROM nota n JOIN documento d ON d.id = n.documento_id ORDER BY n.chave",
    ),
  ).toEqual([
    { chave: "alerta", divergente: false, veredito: "autentica", do_xml: "autentica", achados: [] },
    { chave: "alheia", divergente: null, veredito: "integra", do_xml: "integra", achados: [UNCHECKED_CHAIN] },
    expect.objectContaining({ chave: "outra", divergente: null }),
    expect.objectContaining({ chave: "sumida", divergente: true }),
    {
      chave: "teste",
      divergente: null,
      veredito: "nao-autorizada",
      do_xml: "nao-autorizada",
      achados: [TEST_ENVIRONMENT],
    },
  ]);
});

test("the migration recounts the divergências of the rollups", async () => {
  expect(await database.asServer("SELECT divergentes::int AS n FROM rollup_dia")).toEqual([{ n: 1 }]);
  expect(await database.asServer("SELECT chave FROM nota WHERE contada_marcas & 2 <> 0")).toEqual([
    { chave: "sumida" },
  ]);
});

test("an answer of SEFAZ after the migration sets divergente as before", async () => {
  await database.asServer("UPDATE nota SET sefaz_status = '101' WHERE chave = 'alerta'");
  expect(await database.asServer("SELECT divergente FROM nota WHERE chave = 'alerta'")).toEqual([
    { divergente: true },
  ]);
});

test("the migration forces row security again", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('nota', 'rollup_dia', 'documento')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

type OldNota = { chave: string; nfe: string | null; sefaz: string | null; marcas: number; achados: object[] };

async function insertOldNota({ chave, nfe, sefaz, marcas: flags, achados }: OldNota): Promise<void> {
  await database.asServer(
    `WITH d AS (
       INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, achados, tamanho, mes, criado_em)
       VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, 's', 'nota', $2, 'NFCe', 'nao-autorizada', $6, 1, '2026-10-01', now()) RETURNING id)
     INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
       nome_emitente, emitente_ordem, cnpj_emitente, veredito, nfe_status, sefaz_status, empresa_id, criado_em, alterado_em,
       contada_dia, contada_papel, contada_tipo, contada_empresa, contada_uf, contada_valor, contada_marcas, medida)
     SELECT $1, gen_random_uuid(), $2, 'E', d.id, 'NFCe', 1, 1, '2026-10-15T12:00Z', '2026-10-15', 10, 'x', 'x', '1', 'nao-autorizada', $3, $4,
       $5, '2026-10-16T12:00Z', now(), '2026-10-15', 'E', 'NFCe', $5, '', 10, $7, true FROM d`,
    [database.contaId, chave, nfe, sefaz, EMPRESA, JSON.stringify(achados), flags],
  );
}
