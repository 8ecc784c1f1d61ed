import { afterAll, beforeAll, expect, test } from "vitest";
import { type Migracao, openMigracao } from "./migracao.ts";

const PAINEL = "20261122000009_painel";
const EMPRESA = "019a0000-0000-7000-8000-00000000000e";

let banco: Migracao;

beforeAll(async () => {
  banco = await openMigracao(PAINEL);
  await banco.asMalote("INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, $2, 'x', '1')", [
    banco.contaId,
    EMPRESA,
  ]);
  await fill({ chave: "a", papel: "E" });
  await fill({ chave: "a", papel: "S", uf: null, sefaz: "101" });
  await fill({ chave: "b", papel: "E", dia: "2026-09-30", processado: true });
  await fill({ chave: "c", papel: "E", quarentena: true });
  await fill({ chave: "d", papel: "E", terceiros: true, empresa: null });
  expect(await banco.apply(PAINEL)).toEqual([PAINEL]);
});
afterAll(() => banco?.dispose());

test("a database of before is counted anew: what counts, where, and as what", async () => {
  expect(
    await banco.asMalote(
      `SELECT dia::text, papel, quantidade::int AS n, valor::text AS v, canceladas::int AS c, divergentes::int AS d, nao_integradas::int AS a
       FROM rollup_dia ORDER BY dia, papel`,
    ),
  ).toEqual([
    { dia: "2026-09-30", papel: "E", n: 1, v: "10.00", c: 0, d: 0, a: 0 },
    { dia: "2026-10-15", papel: "E", n: 1, v: "10.00", c: 0, d: 0, a: 1 },
    { dia: "2026-10-15", papel: "S", n: 1, v: "10.00", c: 1, d: 1, a: 1 },
  ]);
  expect(
    await banco.asMalote(
      "SELECT mes::text, papel, uf, quantidade::int AS n FROM rollup_uf ORDER BY mes, papel",
    ),
  ).toEqual([
    { mes: "2026-09-01", papel: "E", uf: "PR", n: 1 },
    { mes: "2026-10-01", papel: "E", uf: "PR", n: 1 },
    { mes: "2026-10-01", papel: "S", uf: "", n: 1 },
  ]);
});

test("each document of before counts once in the use of its month", async () => {
  expect(await banco.asMalote("SELECT mes::text, documentos FROM uso_mes")).toEqual([
    { mes: "2026-10-01", documentos: 2 },
  ]);
});

test("row security is forced again", async () => {
  const { rows } = await banco.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('nota', 'rollup_dia', 'rollup_uf', 'uso_mes')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

type Antiga = {
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

async function fill({
  chave,
  papel,
  dia = "2026-10-15",
  uf = "PR",
  empresa = EMPRESA,
  ...o
}: Antiga): Promise<void> {
  const { sefaz = null, processado = false, quarentena = false, terceiros = false } = o;
  await banco.asMalote(
    `WITH d AS (
       INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
       VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, 's', 'nota', $2, 'NFe', 'integra', 1, '2026-10-01', now()) RETURNING id)
     INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
       nome_emitente, emitente_ordem, cnpj_emitente, veredito, uf_emitente, uf_destinatario, nfe_status, sefaz_status, processado_erp, quarentena,
       terceiros, empresa_id, criado_em, alterado_em)
     SELECT $1, gen_random_uuid(), $2, $3, d.id, 'NFe', 1, 1, '2026-10-15T12:00Z', $4, 10, 'x', 'x', '1', 'integra', $5, $5, '100', $6, $7, $8,
       $9, $10, '2026-10-16T12:00Z', now() FROM d`,
    [banco.contaId, chave, papel, dia, uf, sefaz, processado, quarentena, terceiros, empresa],
  );
}
