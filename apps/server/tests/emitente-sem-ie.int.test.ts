import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRoad, type Road } from "./road.ts";

const HOUR_MS = 3_600_000;

let road: Road;
beforeAll(async () => {
  road = await createRoad();
});
afterAll(() => road.dispose());
beforeEach(async () => {
  road.sandbox.sefaz.setFalhas([]);
  await road.asOwner("DELETE FROM tarefa WHERE tipo = 'validate'");
});

test("a document unknown to the UF is not reported missing while SVRS does not answer", async () => {
  const agora = Date.now();
  const [de, ate] = [new Date(agora - HOUR_MS), new Date(agora + HOUR_MS)];
  road.sandbox.sefaz.setFalhas([{ quais: ["fora-do-ar"], de, ate, autorizador: "SVRS" }]);
  const chave = await receiveUnknown("nota-sem-ie");
  expect(await asked(chave)).toEqual([
    { autorizador: "MG", cstat: "217" },
    { autorizador: "SVRS", cstat: "108" },
  ]);
  expect((await statusOf(chave)).sefaz_status).toBeNull();
});

test("a document unknown to both the UF and SVRS is reported missing", async () => {
  const chave = await receiveUnknown("nota-desconhecida");
  const onde = await asked(chave);
  expect(onde.map(({ cstat }) => cstat)).toEqual(onde.map(() => "217"));
  expect(onde.at(-1)?.autorizador).toBe("SVRS");
  expect((await statusOf(chave)).sefaz_status).toBe("217");
});

/** Plays a scenario of one document, stored as before the issuer's IE was read. */
async function receiveUnknown(cenario: string): Promise<string> {
  const { chaves } = await road.sandbox.playCenario(cenario);
  const chave = chaves[0] ?? "";
  await road.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  await road.run("poll");
  await road.run("ingest");
  await road.asOwner("UPDATE nota SET emitente_sem_ie = NULL WHERE chave = $1", [chave]);
  await road.run("validate");
  return chave;
}

async function asked(chave: string): Promise<{ autorizador: string; cstat: string | null }[]> {
  return await road.asOwner(
    "SELECT autorizador, cstat FROM consulta WHERE chave = $1 ORDER BY pedida_em, id",
    [chave],
  );
}

async function statusOf(chave: string): Promise<{ sefaz_status: string | null; divergente: boolean | null }> {
  const [row] = await road.asOwner<{ sefaz_status: string | null; divergente: boolean | null }>(
    "SELECT sefaz_status, divergente FROM nota WHERE chave = $1",
    [chave],
  );
  if (!row) throw new Error("no such nota");
  return row;
}
