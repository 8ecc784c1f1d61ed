import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());
beforeEach(async () => {
  pipeline.sandbox.sefaz.setFaultRules([]);
  await pipeline.asOwner("DELETE FROM tarefa WHERE tipo = 'validate'");
});

test("a document unknown to the UF is not reported missing while SVRS does not answer", async () => {
  const now = Date.now();
  const [de, until] = [new Date(now - HOUR_MS), new Date(now + HOUR_MS)];
  pipeline.sandbox.sefaz.setFaultRules([{ quais: ["fora-do-ar"], de, ate: until, autorizador: "SVRS" }]);
  const chave = await receiveUnknown("nota-sem-ie");
  expect(await findQueries(chave)).toEqual([
    { autorizador: "MG", cstat: "217" },
    { autorizador: "SVRS", cstat: "108" },
  ]);
  expect((await statusOf(chave)).sefaz_status).toBeNull();
});

test("a document unknown to both the UF and SVRS is reported missing", async () => {
  const chave = await receiveUnknown("nota-desconhecida");
  const queried = await findQueries(chave);
  expect(queried.map(({ cstat }) => cstat)).toEqual(queried.map(() => "217"));
  expect(queried.at(-1)?.autorizador).toBe("SVRS");
  expect((await statusOf(chave)).sefaz_status).toBe("217");
});

/** Plays a scenario of one document, stored as before the issuer's IE was read. */
async function receiveUnknown(scenario: string): Promise<string> {
  const { chaves } = await pipeline.sandbox.playScenario(scenario);
  const chave = chaves[0] ?? "";
  await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  await pipeline.run("poll");
  await pipeline.run("ingest");
  await pipeline.asOwner("UPDATE nota SET emitente_sem_ie = NULL WHERE chave = $1", [chave]);
  await pipeline.run("validate");
  return chave;
}

async function findQueries(chave: string): Promise<{ autorizador: string; cstat: string | null }[]> {
  return await pipeline.asOwner(
    "SELECT autorizador, cstat FROM consulta WHERE chave = $1 ORDER BY pedida_em, id",
    [chave],
  );
}

async function statusOf(chave: string): Promise<{ sefaz_status: string | null; divergente: boolean | null }> {
  const [row] = await pipeline.asOwner<{ sefaz_status: string | null; divergente: boolean | null }>(
    "SELECT sefaz_status, divergente FROM nota WHERE chave = $1",
    [chave],
  );
  if (!row) throw new Error("no such nota");
  return row;
}
