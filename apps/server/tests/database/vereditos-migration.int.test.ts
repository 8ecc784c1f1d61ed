import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const VEREDITOS_MIGRATION = "20261120000002_vereditos";

let database: OldDatabase;

/** The old veredito and achados, and the expected veredito. */
type MigrationCase = { before: string; achados: [codigo: string, grave: boolean][]; after: string };

const CASES: Record<string, MigrationCase> = {
  "no finding at all": { before: "integra", achados: [], after: "autentica" },
  "a chain that could not be checked": {
    before: "integra",
    achados: [["cadeia-nao-verificada", false]],
    after: "integra",
  },
  "signed by a provider": {
    before: "integra",
    achados: [["certificado-de-provedor", false]],
    after: "integra",
  },
  "no protocol, chain not checked": {
    before: "integra",
    achados: [
      ["cadeia-nao-verificada", false],
      ["sem-protocolo", false],
    ],
    after: "sem-protocolo",
  },
  "refused by its protocol": {
    before: "integra",
    achados: [["nao-autorizada", false]],
    after: "nao-autorizada",
  },
  "of the test environment, without protocol": {
    before: "integra",
    achados: [
      ["ambiente-homologacao", false],
      ["sem-protocolo", false],
    ],
    after: "nao-autorizada",
  },
  "repaired in an earlier version": {
    before: "reparada",
    achados: [["cadeia-nao-verificada", false]],
    after: "integra",
  },
  forged: {
    before: "assinatura-invalida",
    achados: [["digest-divergente", true]],
    after: "assinatura-invalida",
  },
  contradicted: { before: "suspeita", achados: [["sefaz-digest-divergente", true]], after: "suspeita" },
};

beforeAll(async () => {
  database = await openOldDatabase(VEREDITOS_MIGRATION);
  await fillOld();
  expect(await database.apply(VEREDITOS_MIGRATION)).toEqual([VEREDITOS_MIGRATION]);
});
afterAll(() => database?.dispose());

describe("vereditos after the migration", () => {
  test.each(Object.entries(CASES))("the veredito of a nota: %s", async (caseName, { after, achados }) => {
    const rows = await database.asServer<{
      veredito: string;
      nota: string;
      evento: string | null;
      achados: unknown;
    }>(
      `SELECT d.veredito, n.veredito AS nota, e.veredito AS evento, d.achados FROM documento d
         JOIN nota n ON n.documento_id = d.id LEFT JOIN evento e ON e.documento_id = d.id WHERE d.sha256 = $1`,
      [caseName],
    );
    expect(rows).toEqual([{ veredito: after, nota: after, evento: after, achados: expect.any(Array) }]);
    expect(rows[0]?.achados).toEqual(
      achados.map(([codigo, isGrave]) => ({
        codigo,
        detalhe: "x",
        gravidade: isGrave ? "grave" : gravidadeOf(codigo),
      })),
    );
  });

  test("an evento known only from SEFAZ still has no veredito", async () => {
    expect(await database.asServer("SELECT veredito FROM evento WHERE documento_id IS NULL")).toEqual([
      { veredito: null },
    ]);
  });

  test("the migration forces row security again and rejects the old veredito", async () => {
    const { rows } = await database.client.query(
      "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('documento', 'nota', 'evento', 'registro')",
    );
    expect(rows).toEqual([{ forced: true }]);
    await expect(database.asServer("UPDATE nota SET veredito = 'reparada'")).rejects.toThrow(
      /nota_veredito_check/,
    );
  });

  test("acts in the registro cannot be changed or deleted", async () => {
    await database.asServer(
      "INSERT INTO registro (conta_id, id, quando, usuario, acao, alvo) VALUES ($1, gen_random_uuid(), now(), 'Ana', 'x', 'y')",
      [database.contaId],
    );
    await expect(database.asServer("UPDATE registro SET usuario = 'Outra'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(database.asServer("DELETE FROM registro")).rejects.toThrow(/permission denied/);
  });
});

function gravidadeOf(codigo: string): string {
  return ["cadeia-nao-verificada", "certificado-de-provedor"].includes(codigo) ? "informacao" : "aviso";
}

/** One row of each case, as the version before this migration wrote them. */
async function fillOld(): Promise<void> {
  for (const [caseName, { before, achados }] of Object.entries(CASES)) {
    const stored = achados.map(([codigo, isGrave]) => ({ codigo, grave: isGrave, detalhe: "x" }));
    await database.asServer(
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
      [database.contaId, caseName, before, JSON.stringify(stored)],
    );
  }
  await database.asServer(
    `INSERT INTO evento (conta_id, id, chave, tp_evento, n_seq, desc_evento, origem, situacao, criado_em)
     VALUES ($1, gen_random_uuid(), 'só dela', '110111', 1, 'x', 'sefaz', NULL, now())`,
    [database.contaId],
  );
}
