import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isUnavailable } from "../../src/errors.ts";
import { applyGatekeeper } from "../../src/setup/gatekeeper.ts";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const PAINEL = "20261122000009_painel";
const EMPRESA = "019a0000-0000-7000-8000-00000000000e";

/** Its signature in the previous version. */
const OLD_PUBLICA = `CREATE FUNCTION publica(p_conta uuid, p_agora timestamptz, p_tipos text[], p_notas uuid[], p_eventos uuid[],
    p_dias date[], p_papeis text[], p_tipos_nota text[], p_ufs text[], p_empresas uuid[], p_quantidades bigint[], p_valores numeric[])
  RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT 1::bigint'; GRANT EXECUTE ON FUNCTION publica TO malote_app`;

let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase(PAINEL);
  await database.asServer("INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, $2, 'x', '1')", [
    database.contaId,
    EMPRESA,
  ]);
  await insertOldNota({ chave: "a", papel: "E" });
  await insertOldNota({ chave: "a", papel: "S", uf: null, sefaz: "101" });
  await insertOldNota({ chave: "b", papel: "E", dia: "2026-09-30", processado: true });
  await insertOldNota({ chave: "c", papel: "E", quarentena: true });
  await insertOldNota({ chave: "d", papel: "E", terceiros: true, empresa: null });
  await database.client.query(`SET ROLE malote_portaria; ${OLD_PUBLICA}; RESET ROLE`);
  expect(await database.apply(PAINEL)).toEqual([PAINEL]);
});
afterAll(() => database?.dispose());

test("the migration recounts the existing notas: which count, on which day, and with which status", async () => {
  expect(
    await database.asServer(
      `SELECT dia::text, papel, quantidade::int AS n, valor::text AS v, canceladas::int AS c, divergentes::int AS d, nao_integradas::int AS a
       FROM rollup_dia ORDER BY dia, papel`,
    ),
  ).toEqual([
    { dia: "2026-09-30", papel: "E", n: 1, v: "10.00", c: 0, d: 0, a: 0 },
    { dia: "2026-10-15", papel: "E", n: 1, v: "10.00", c: 0, d: 0, a: 1 },
    { dia: "2026-10-15", papel: "S", n: 1, v: "10.00", c: 1, d: 1, a: 1 },
  ]);
  expect(
    await database.asServer(
      "SELECT mes::text, papel, uf, quantidade::int AS n FROM rollup_uf ORDER BY mes, papel",
    ),
  ).toEqual([
    { mes: "2026-09-01", papel: "E", uf: "PR", n: 1 },
    { mes: "2026-10-01", papel: "E", uf: "PR", n: 1 },
    { mes: "2026-10-01", papel: "S", uf: "", n: 1 },
  ]);
});

test("the migration counts each existing document once in the uso of its month", async () => {
  expect(await database.asServer("SELECT mes::text, documentos FROM uso_mes")).toEqual([
    { mes: "2026-10-01", documentos: 2 },
  ]);
});

test("the migration forces row security again", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('nota', 'rollup_dia', 'rollup_uf', 'uso_mes')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

const publishAsBefore = () =>
  database.asServer(
    "SELECT publica($1, now(), '{}'::text[], '{}'::uuid[], '{}'::uuid[], '{}'::date[], '{}', '{}', '{}', '{}'::uuid[], '{}'::bigint[], '{}'::numeric[])",
    [database.contaId],
  );

describe("a process of the previous version that publishes after the upgrade", () => {
  test("a process of the previous version receives an outage error, so that its jobs wait and nothing is counted twice", async () => {
    const refused = await publishAsBefore().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "57P03" });
    expect(isUnavailable(refused)).toBe(true);
  });

  test("a process of the previous version finds no function after the new gatekeeper functions are installed", async () => {
    const folder = path.resolve(import.meta.dirname, "../../../../prisma/migrations");
    const later = (await readdir(folder)).filter((each) => /^\d/.test(each) && each > PAINEL).sort();
    for (const each of later) await database.apply(each);
    expect(await applyGatekeeper(database.client)).toBe(true);
    const { rows } = await database.client.query("SELECT pronargs FROM pg_proc WHERE proname = 'publica'");
    expect(rows).toEqual([{ pronargs: 7 }]);
    await expect(publishAsBefore()).rejects.toMatchObject({ code: "42883" });
  });
});

type OldNota = {
  chave: string;
  papel: "E" | "S";
  dia?: string;
  uf?: string | null;
  sefaz?: string;
  processado?: boolean;
  quarentena?: boolean;
  terceiros?: boolean;
  empresa?: string | null;
};

async function insertOldNota({
  chave,
  papel,
  dia = "2026-10-15",
  uf = "PR",
  empresa = EMPRESA,
  ...o
}: OldNota): Promise<void> {
  const { sefaz = null, processado = false, quarentena = false, terceiros = false } = o;
  await database.asServer(
    `WITH d AS (
       INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
       VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, 's', 'nota', $2, 'NFe', 'integra', 1, '2026-10-01', now()) RETURNING id)
     INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
       nome_emitente, emitente_ordem, cnpj_emitente, veredito, uf_emitente, uf_destinatario, nfe_status, sefaz_status, processado_erp, quarentena,
       terceiros, empresa_id, criado_em, alterado_em)
     SELECT $1, gen_random_uuid(), $2, $3, d.id, 'NFe', 1, 1, '2026-10-15T12:00Z', $4, 10, 'x', 'x', '1', 'integra', $5, $5, '100', $6, $7, $8,
       $9, $10, '2026-10-16T12:00Z', now() FROM d`,
    [database.contaId, chave, papel, dia, uf, sefaz, processado, quarentena, terceiros, empresa],
  );
}
