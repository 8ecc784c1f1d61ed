import { afterAll, beforeAll, expect, test } from "vitest";
import { patternOfName } from "../../src/services/nota/nota.rules.ts";
import type { NamedParty } from "../../src/services/participante/participante.rows.ts";
import { saveParticipantes } from "../../src/services/participante/participante.rows.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

const MERCADO = { documento: "11222333000181", nome: "Mercado Ipê do Largo Comércio de Alimentos Ltda" };

let t: TestContext;
let contaId: string;

beforeAll(async () => {
  t = await createTestContext();
  contaId = (await t.createConta()).contaId;
});
afterAll(async () => {
  await t.dispose();
});

test("a participante is found by a word beyond the first forty characters of its name", async () => {
  await save([MERCADO]);
  expect(await search("alimentos")).toEqual([MERCADO.documento]);
  expect(await search("mercado ipe ltda")).toEqual([MERCADO.documento]);
  expect(await search("padaria")).toEqual([]);
});

test("a participante is found by its former names, and by both names of one e-mail", async () => {
  const documento = "44555666000172";
  await save([{ documento, nome: "Oficina Velha" }]);
  await save([
    { documento, nome: "Oficina do Meio" },
    { documento, nome: "Oficina Nova" },
  ]);
  for (const nome of ["oficina velha", "do meio", "nova"]) expect(await search(nome)).toEqual([documento]);
  expect(await nameOf(documento)).toBe("Oficina Nova");
  const [before] = await stored(documento);
  await save([{ documento, nome: "Oficina Nova" }]);
  expect(await stored(documento)).toEqual([before]);
});

test("a quarantined copy adds search names but does not rename the participante", async () => {
  await save([{ documento: "77888999000163", nome: "Transportes Honestos" }]);
  await save([{ documento: "77888999000163", nome: "Fraude Alegre" }], false);
  expect(await search("fraude")).toEqual(["77888999000163"]);
  expect(await nameOf("77888999000163")).toBe("Transportes Honestos");
});

test("the stored search names of a participante are limited", async () => {
  const documento = "12345678000195";
  await save(Array.from({ length: 40 }, (_, n) => ({ documento, nome: `Nome ${n} ${"x".repeat(50)}` })));
  const [row] = await stored(documento);
  expect(row?.busca.length).toBeLessThanOrEqual(1_000);
  expect(await search("nome 39")).toEqual([documento]);
});

async function save(parties: NamedParty[], confiavel = true): Promise<void> {
  const named = { partes: parties, confiavel, agora: t.clock.now() };
  await t.ctx.database.withConta(contaId, (db) => saveParticipantes(db, contaId, named));
}

async function search(text: string): Promise<string[]> {
  const rows = await t.ctx.database.withConta(contaId, (db) =>
    queryInConta<{ documento: string }>(db, "SELECT portaria_participantes($1) AS documento", [
      patternOfName(text),
    ]),
  );
  return rows.map((row) => row.documento);
}

async function nameOf(documento: string): Promise<string | undefined> {
  return (await stored(documento))[0]?.nome;
}

async function stored(documento: string): Promise<{ nome: string; busca: string }[]> {
  return await t.asOwner("SELECT nome, nome_busca AS busca FROM participante WHERE documento = $1", [
    documento,
  ]);
}
