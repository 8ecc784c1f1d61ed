import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";

const ARRIVED = "2026-01-05T12:00:00Z";

let t: TestContext;
let contaId = "";
beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
});
afterAll(() => t.dispose());

const invent = async (o: Parameters<typeof inventNota>[0]) => {
  const nota = inventNota(o);
  await insertNotas(t, contaId, [nota]);
  return nota;
};

test.each([
  ["no answer of SEFAZ", "100", null, null],
  ["the same status", "100", "100", false],
  ["another status", "100", "101", true],
  ["an authorization after the deadline", "100", "150", false],
  ["an authorization with an alert", "120", "100", false],
  ["a closed MDF-e", "100", "132", false],
  ["no protocol, and no such document at SEFAZ", null, "217", true],
  ["no protocol, and an authorization", null, "100", null],
])("a nota diverges or not by both statuses: %s", async (_case, nfeStatus, sefazStatus, expected) => {
  const { id } = await invent({ nfeStatus, sefazStatus: null });
  await t.asOwner("UPDATE nota SET sefaz_status = $1 WHERE id = $2", [sefazStatus, id]);
  expect(await t.asOwner("SELECT divergente FROM nota WHERE id = $1", [id])).toEqual([
    { divergente: expected },
  ]);
});

test("a changed answer of SEFAZ dates the divergence, and a repeated one does not", async () => {
  const { id } = await invent({ sefazStatus: "100" });
  const [changed, repeated] = ["2026-11-24T10:00:00Z", "2026-11-30T10:00:00Z"];
  const answer = (instant: string) =>
    t.asOwner("UPDATE nota SET sefaz_status = '101', alterado_em = $1 WHERE id = $2", [instant, id]);
  await answer(changed);
  await answer(repeated);
  expect(await t.asOwner("SELECT divergente_em AS em FROM nota WHERE id = $1", [id])).toEqual([
    { em: new Date(changed) },
  ]);
});

test("an e-mail belongs to the empresas of its documents, each once, and follows them; an importação to none", async () => {
  const { empresaId } = await t.createEmpresa(contaId);
  const { empresaId: otherId } = await t.createEmpresa(contaId, { cnpj: "11222333000262" });
  const [a, b, c] = [await invent({ empresaId }), await invent({ empresaId }), await invent({})];
  await insertEmail([a.chave, b.chave]);
  await insertEmail([b.chave, b.chave]);
  await insertEmail([c.chave]);
  await insertEmail([a.chave], true);
  expect(await countEmails()).toEqual({ [empresaId]: 2 });
  const assign = (id: string, empresa: string | null) =>
    t.asOwner("UPDATE nota SET empresa_id = $2 WHERE id = $1", [id, empresa]);
  await assign(b.id, otherId);
  expect(await countEmails()).toEqual({ [empresaId]: 1, [otherId]: 2 });
  await assign(a.id, null);
  expect(await countEmails()).toEqual({ [otherId]: 2 });
  await t.asOwner("DELETE FROM anexo WHERE documento_id = (SELECT documento_id FROM nota WHERE id = $1)", [
    b.id,
  ]);
  expect(await countEmails()).toEqual({});
});

async function countEmails(): Promise<Record<string, number>> {
  const rows = await t.asOwner<{ id: string; n: number }>(
    "SELECT empresa_id AS id, count(*)::int AS n FROM email_empresa GROUP BY 1",
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}

/** An e-mail, or an importação, with the documents of these chaves. */
async function insertEmail(chaves: readonly string[], importado = false): Promise<void> {
  const id = newId();
  await t.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado, importado)
     VALUES ($1, $2, gen_random_uuid()::text, $3, $3, 1, 'lido', $4)`,
    [contaId, id, ARRIVED, importado],
  );
  for (const [n, chave] of chaves.entries()) {
    await t.asOwner(
      `INSERT INTO anexo (conta_id, id, email_id, caminho, tipo, tamanho, sha256, destino, documento_id)
       SELECT $1, gen_random_uuid(), $2, $3, 'text/xml', 1, 'x', 'nota', id FROM documento WHERE chave = $4`,
      [contaId, id, String(n + 1), chave],
    );
  }
}
