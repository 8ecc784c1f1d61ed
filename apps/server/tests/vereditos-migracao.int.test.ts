import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Migracao, openMigracao } from "./migracao.ts";

const VEREDITOS = "20261120000002_vereditos";

let banco: Migracao;

/** The old veredito and achados, and the expected veredito. */
type Caso = { era: string; achados: [codigo: string, grave: boolean][]; fica: string };

const CASOS: Record<string, Caso> = {
  "no finding at all": { era: "integra", achados: [], fica: "autentica" },
  "a chain that could not be checked": {
    era: "integra",
    achados: [["cadeia-nao-verificada", false]],
    fica: "integra",
  },
  "signed by a provider": { era: "integra", achados: [["certificado-de-provedor", false]], fica: "integra" },
  "no protocol, chain not checked": {
    era: "integra",
    achados: [
      ["cadeia-nao-verificada", false],
      ["sem-protocolo", false],
    ],
    fica: "sem-protocolo",
  },
  "refused by its protocol": { era: "integra", achados: [["nao-autorizada", false]], fica: "nao-autorizada" },
  "of the test environment, without protocol": {
    era: "integra",
    achados: [
      ["ambiente-homologacao", false],
      ["sem-protocolo", false],
    ],
    fica: "nao-autorizada",
  },
  "repaired in an earlier version": {
    era: "reparada",
    achados: [["cadeia-nao-verificada", false]],
    fica: "integra",
  },
  forged: { era: "assinatura-invalida", achados: [["digest-divergente", true]], fica: "assinatura-invalida" },
  contradicted: { era: "suspeita", achados: [["sefaz-digest-divergente", true]], fica: "suspeita" },
};

beforeAll(async () => {
  banco = await openMigracao(VEREDITOS);
  await fillOld();
  expect(await banco.apply(VEREDITOS)).toEqual([VEREDITOS]);
});
afterAll(() => banco?.dispose());

describe("vereditos after the migration", () => {
  test.each(Object.entries(CASOS))("%s", async (caso, { fica, achados }) => {
    const rows = await banco.asMalote<{
      veredito: string;
      nota: string;
      evento: string | null;
      achados: unknown;
    }>(
      `SELECT d.veredito, n.veredito AS nota, e.veredito AS evento, d.achados FROM documento d
         JOIN nota n ON n.documento_id = d.id LEFT JOIN evento e ON e.documento_id = d.id WHERE d.sha256 = $1`,
      [caso],
    );
    expect(rows).toEqual([{ veredito: fica, nota: fica, evento: fica, achados: expect.any(Array) }]);
    expect(rows[0]?.achados).toEqual(
      achados.map(([codigo, grave]) => ({
        codigo,
        detalhe: "x",
        gravidade: grave ? "grave" : gravidadeOf(codigo),
      })),
    );
  });

  test("an evento known only from SEFAZ still has no veredito", async () => {
    expect(await banco.asMalote("SELECT veredito FROM evento WHERE documento_id IS NULL")).toEqual([
      { veredito: null },
    ]);
  });

  test("the migration forces row security again and rejects the old veredito", async () => {
    const { rows } = await banco.client.query(
      "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('documento', 'nota', 'evento', 'registro')",
    );
    expect(rows).toEqual([{ forced: true }]);
    await expect(banco.asMalote("UPDATE nota SET veredito = 'reparada'")).rejects.toThrow(
      /nota_veredito_check/,
    );
  });

  test("acts in the registro cannot be changed or deleted", async () => {
    await banco.asMalote(
      "INSERT INTO registro (conta_id, id, quando, usuario, acao, alvo) VALUES ($1, gen_random_uuid(), now(), 'Ana', 'x', 'y')",
      [banco.contaId],
    );
    await expect(banco.asMalote("UPDATE registro SET usuario = 'Outra'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(banco.asMalote("DELETE FROM registro")).rejects.toThrow(/permission denied/);
  });
});

function gravidadeOf(codigo: string): string {
  return ["cadeia-nao-verificada", "certificado-de-provedor"].includes(codigo) ? "informacao" : "aviso";
}

/** One row of each case, as the version before this migration wrote them. */
async function fillOld(): Promise<void> {
  for (const [caso, { era, achados }] of Object.entries(CASOS)) {
    const stored = achados.map(([codigo, grave]) => ({ codigo, grave, detalhe: "x" }));
    await banco.asMalote(
      `WITH d AS (
         INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, situacao, achados, tamanho, mes, criado_em)
         VALUES ($1, gen_random_uuid(), $2, 's', 'nota', $2, 'NFe', $3, $4, 1, '2026-11-01', now()) RETURNING id
       ), n AS (
         INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
           nome_emitente, emitente_ordem, cnpj_emitente, situacao, criado_em, alterado_em)
         SELECT $1, gen_random_uuid(), $2, 'E', d.id, 'NFe', 1, 1, now(), now(), 1, 'x', 'x', '1', $3, now(), now() FROM d
       )
       INSERT INTO evento (conta_id, id, chave, tp_evento, n_seq, desc_evento, origem, situacao, documento_id, criado_em)
       SELECT $1, gen_random_uuid(), $2, '110111', 1, 'x', 'email', $3, d.id, now() FROM d`,
      [banco.contaId, caso, era, JSON.stringify(stored)],
    );
  }
  await banco.asMalote(
    `INSERT INTO evento (conta_id, id, chave, tp_evento, n_seq, desc_evento, origem, situacao, criado_em)
     VALUES ($1, gen_random_uuid(), 'só dela', '110111', 1, 'x', 'sefaz', NULL, now())`,
    [banco.contaId],
  );
}
