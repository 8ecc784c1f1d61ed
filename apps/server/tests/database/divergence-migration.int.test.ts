import { afterAll, beforeAll, expect, test } from "vitest";
import { type OldDatabase, openOldDatabase } from "./old-database.ts";

const MIGRATION = "20261124000120_divergencia_encontrada";
const LATER_MIGRATIONS = [
  "20261124000121_partes_dos_documentos",
  "20261124000122_emails_de_uma_empresa",
  "20261124000123_emails_de_antes",
];
const EMPRESA = "019a0000-0000-7000-8000-0000000000e1";
const ARRIVED = "2026-01-05T12:00:00Z";
const FIRST = "2026-03-01T09:00:00Z";
const LAST = "2026-10-01T09:00:00Z";

let database: OldDatabase;

beforeAll(async () => {
  database = await openOldDatabase(MIGRATION);
  await insertNota("1", {
    sefaz: "101",
    consultas: [
      ["100", ARRIVED],
      ["101", FIRST],
      ["101", LAST],
    ],
  });
  await insertNota("2", { sefaz: "101", consultas: [] });
  await insertNota("3", { sefaz: "101", nfe: null, consultas: [["101", "2025-12-31T00:00:00Z"]] });
  await insertNota("4", { sefaz: "100", consultas: [["100", FIRST]] });
  await database.asServer(
    "INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, $2, 'Nossa', '11222333000181')",
    [database.contaId, EMPRESA],
  );
  await database.asServer("UPDATE nota SET empresa_id = $1 WHERE numero_nota < 3", [EMPRESA]);
  await insertEmail(["1", "2"]);
  await insertEmail(["2", "2"]);
  await insertEmail(["3"]);
  await insertEmail(["1"], true);
  expect(await database.apply(MIGRATION)).toEqual([MIGRATION]);
  for (const each of LATER_MIGRATIONS) expect(await database.apply(each)).toEqual([each]);
});
afterAll(() => database?.dispose());

test("the migration dates an existing divergence by SEFAZ's answers, and not before the nota arrived", async () => {
  expect(await divergentSince()).toEqual({ 1: FIRST, 2: LAST, 3: ARRIVED, 4: null });
});

test("after the migration, a changed answer of SEFAZ dates the divergence and a repeated one does not", async () => {
  const [now, later] = ["2026-11-24T10:00:00Z", "2026-11-30T10:00:00Z"];
  const answer = (status: string, em: string) =>
    database.asServer("UPDATE nota SET sefaz_status = $1, alterado_em = $2 WHERE numero_nota = 4", [
      status,
      em,
    ]);
  await answer("101", now);
  await answer("101", later);
  expect((await divergentSince())[4]).toBe(now);
});

const countEmails = async (): Promise<unknown[]> =>
  await database.asServer("SELECT empresa_id, count(*)::int AS n FROM email_empresa GROUP BY 1 ORDER BY 1");

test("the migration assigns existing e-mails to the companies of their documents, each once, without imports", async () => {
  expect(await countEmails()).toEqual([{ empresa_id: EMPRESA, n: 2 }]);
});

test("after the migration, an e-mail follows its document from company to company", async () => {
  const other = EMPRESA.replace("e1", "e2");
  await database.asServer(
    "INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, $2, 'Outra', '11222333000262')",
    [database.contaId, other],
  );
  const assign = (numero: number, a: string | null) =>
    database.asServer("UPDATE nota SET empresa_id = $2 WHERE numero_nota = $1", [numero, a]);
  await assign(2, other);
  expect(await countEmails()).toEqual([
    { empresa_id: EMPRESA, n: 1 },
    { empresa_id: other, n: 2 },
  ]);
  await assign(1, null);
  expect(await countEmails()).toEqual([{ empresa_id: other, n: 2 }]);
  await database.asServer(
    "DELETE FROM anexo WHERE documento_id = (SELECT documento_id FROM nota WHERE numero_nota = 2)",
  );
  expect(await countEmails()).toEqual([]);
});

test("the migration plans one recount for each conta with companies", async () => {
  const planned = await database.asServer("SELECT tipo, alvo, estado FROM tarefa");
  expect(planned).toEqual([{ tipo: "empresa", alvo: "partes", estado: "pendente" }]);
});

test("row security is forced again after the migration", async () => {
  const { rows } = await database.client.query(
    "SELECT bool_and(relforcerowsecurity) AS forced FROM pg_class WHERE relname IN ('nota', 'consulta', 'empresa', 'tarefa', 'email_empresa')",
  );
  expect(rows).toEqual([{ forced: true }]);
});

async function divergentSince(): Promise<Record<number, string | null>> {
  const rows = await database.asServer<{ n: number; em: Date | null }>(
    "SELECT numero_nota AS n, divergente_em AS em FROM nota ORDER BY 1",
  );
  return Object.fromEntries(rows.map(({ n, em }) => [n, em?.toISOString().replace(".000", "") ?? null]));
}

type OldNota = { sefaz: string; nfe?: string | null; consultas: [string, string][] };

async function insertNota(numero: string, { sefaz, nfe = "100", consultas }: OldNota): Promise<void> {
  const chave = numero.repeat(44);
  const { contaId } = database;
  await database.asServer(
    `WITH d AS (INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
       VALUES ($1, gen_random_uuid(), $2, 'x', 'nota', $2, 'NFe', 'integra', 1, '2026-01-01', $3) RETURNING id)
     INSERT INTO nota (conta_id, id, chave, papel, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total,
       nome_emitente, emitente_ordem, cnpj_emitente, veredito, nfe_status, sefaz_status, sefaz_consultada_em, criado_em, alterado_em)
     SELECT $1, gen_random_uuid(), $2, 'E', d.id, 'NFe', $4, 1, $3, '2026-01-05', 1, 'A', 'a', '11444777000161', 'integra', $5, $6, $7, $3, $3
     FROM d`,
    [contaId, chave, ARRIVED, Number(numero), nfe, sefaz, LAST],
  );
  for (const [cstat, em] of consultas) {
    await database.asServer(
      `INSERT INTO consulta (conta_id, id, chave, pedida_em, duracao_ms, cstat) VALUES ($1, gen_random_uuid(), $2, $3, 1, $4)`,
      [contaId, chave, em, cstat],
    );
  }
}

/** An e-mail, or an imported file, with the documents of these notas. */
async function insertEmail(numeros: readonly string[], importado = false): Promise<void> {
  const { contaId } = database;
  const [email] = await database.asServer<{ id: string }>(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado, importado)
     VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, $2, $2, 1, 'lido', $3) RETURNING id`,
    [contaId, ARRIVED, importado],
  );
  for (const [n, numero] of numeros.entries()) {
    await database.asServer(
      `INSERT INTO anexo (conta_id, id, email_id, caminho, tipo, tamanho, sha256, destino, documento_id)
       SELECT $1, gen_random_uuid(), $2, $3, 'text/xml', 1, 'x', 'nota', id FROM documento WHERE chave = $4`,
      [contaId, email?.id, String(n + 1), numero.repeat(44)],
    );
  }
}
