import { afterAll, beforeAll, expect, test } from "vitest";
import { type Migracao, openMigracao } from "./migracao.ts";

const CONFIANCA = "20261123000040_confianca";
let banco: Migracao;

beforeAll(async () => {
  banco = await openMigracao(CONFIANCA);
  await fill("11222333000181", "11222333000181", { cadeia: "verificada" });
  await fill("11222333000262", null);
  await fill("27391485000148", "27391485000148", { cadeia: "nao-verificada" });
  await fill("41820376000120", "41820376000120", { cadeia: "verificada", vencido: true });
  expect((await banco.apply(CONFIANCA))[0]).toBe(CONFIANCA);
});
afterAll(() => banco?.dispose());

test("the migration marks companies as proven by a valid certificate of their CNPJ root with a verified chain", async () => {
  const rows = await banco.asMalote(
    "SELECT cnpj, provada_por AS por, provada_detalhe AS detalhe, download_publico AS aberto FROM empresa ORDER BY cnpj",
  );
  const nenhuma = { por: null, detalhe: null, aberto: true };
  expect(rows).toEqual([
    { cnpj: "11222333000181", por: "certificado", detalhe: "TITULAR", aberto: true },
    { cnpj: "11222333000262", por: "certificado", detalhe: "TITULAR", aberto: true },
    { cnpj: "27391485000148", ...nenhuma },
    { cnpj: "41820376000120", ...nenhuma },
  ]);
});

test("row security is forced again after the migration", async () => {
  const { rows } = await banco.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('empresa', 'certificado')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

async function fill(
  cnpj: string,
  certificado: string | null,
  { cadeia = "", vencido = false } = {},
): Promise<void> {
  await banco.asMalote(
    "INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, gen_random_uuid(), 'x', $2)",
    [banco.contaId, cnpj],
  );
  if (certificado === null) return;
  await banco.asMalote(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate, cadeia)
     SELECT $1, gen_random_uuid(), id, '', 'TITULAR', $2, now() - interval '1 year',
       now() + CASE WHEN $4 THEN interval '-1 day' ELSE interval '1 year' END, $3 FROM empresa WHERE conta_id = $1 AND cnpj = $2`,
    [banco.contaId, certificado, cadeia, vencido],
  );
}
