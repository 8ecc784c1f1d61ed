import { afterAll, beforeAll, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const MIGRATION = "20261123000040_confianca";
let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase(MIGRATION);
  await insertEmpresa("11222333000181", "11222333000181", { cadeia: "verificada" });
  await insertEmpresa("11222333000262", null);
  await insertEmpresa("27391485000148", "27391485000148", { cadeia: "nao-verificada" });
  await insertEmpresa("41820376000120", "41820376000120", { cadeia: "verificada", vencido: true });
  expect((await database.apply(MIGRATION))[0]).toBe(MIGRATION);
});
afterAll(() => database?.dispose());

test("the migration marks companies as proven by a valid certificate of their CNPJ root with a verified chain", async () => {
  const rows = await database.asServer(
    "SELECT cnpj, provada_por AS por, provada_detalhe AS detalhe, download_publico AS aberto FROM empresa ORDER BY cnpj",
  );
  const UNPROVEN = { por: null, detalhe: null, aberto: true };
  expect(rows).toEqual([
    { cnpj: "11222333000181", por: "certificado", detalhe: "TITULAR", aberto: true },
    { cnpj: "11222333000262", por: "certificado", detalhe: "TITULAR", aberto: true },
    { cnpj: "27391485000148", ...UNPROVEN },
    { cnpj: "41820376000120", ...UNPROVEN },
  ]);
});

test("row security is forced again after the migration", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('empresa', 'certificado')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

async function insertEmpresa(
  cnpj: string,
  certificado: string | null,
  { cadeia = "", vencido: isExpired = false } = {},
): Promise<void> {
  await database.asServer(
    "INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, gen_random_uuid(), 'x', $2)",
    [database.contaId, cnpj],
  );
  if (certificado === null) return;
  await database.asServer(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate, cadeia)
     SELECT $1, gen_random_uuid(), id, '', 'TITULAR', $2, now() - interval '1 year',
       now() + CASE WHEN $4 THEN interval '-1 day' ELSE interval '1 year' END, $3 FROM empresa WHERE conta_id = $1 AND cnpj = $2`,
    [database.contaId, certificado, cadeia, isExpired],
  );
}
