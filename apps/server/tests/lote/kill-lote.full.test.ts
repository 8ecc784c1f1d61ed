import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorkerProcess, type WorkerProcess } from "../faults/faults.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, signInNewUser, type Wire } from "../setup/wire.ts";
import { isOver, type Lote, show, start } from "./lote-setup.ts";

const DOCUMENTS = 1_000;
const END_MS = 180_000;

let wire: Wire & TestPipeline;
let marina: SignedInUser;
let worker: WorkerProcess;
beforeAll(async () => {
  const pipeline = await createTestPipeline();
  wire = { ...pipeline, ...(await openWire(pipeline)) };
  const [usuario] = await wire.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  marina = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
  worker = await startWorkerProcess(pipeline, "");
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await wire.dispose();
});

async function addNotas(contaId: string, count: number): Promise<string[]> {
  const notas = Array.from({ length: count }, () => inventNota());
  await insertNotas(wire, contaId, notas);
  return notas.map(({ id }) => id);
}

async function waitFor(user: SignedInUser, id: string, is: (lote: Lote) => boolean): Promise<Lote> {
  for (const until = Date.now() + END_MS; ; await new Promise((resolve) => setTimeout(resolve, 15))) {
    const lote = await show(user, id);
    if (is(lote)) return lote;
    if (Date.now() > until) throw new Error(`the lote stands at ${JSON.stringify(lote)}`);
  }
}

test("a worker killed in the middle of a lote marks each document once, and loses none", async () => {
  const ids = await addNotas(wire.contaId, DOCUMENTS);
  const id = await start(marina, "Lote.startMarca", { ids, marca: "conferido", valor: true });
  const before = await waitFor(marina, id, ({ feitos }) => feitos > 0);
  await worker.kill();
  const midway = await show(marina, id);
  expect([before.feitos > 0, midway.naFila > 0]).toEqual([true, true]);
  await worker.restart();
  const ended = await waitFor(marina, id, isOver);
  expect(ended).toMatchObject({ estado: "concluido", feitos: DOCUMENTS, semMudanca: 0, recusados: 0 });
  const acts = await wire.asOwner<{ n: number; all: number }>(
    "SELECT count(DISTINCT alvo)::int AS n, count(*)::int AS all FROM registro WHERE conta_id = $1 AND acao = 'marcar'",
    [wire.contaId],
  );
  expect(acts).toEqual([{ n: DOCUMENTS, all: DOCUMENTS }]);
  const feed = await wire.asOwner<{ n: number }>(
    "SELECT count(*)::int AS n FROM feed WHERE conta_id = $1 AND tipo = 'marca'",
    [wire.contaId],
  );
  expect(feed).toEqual([{ n: DOCUMENTS }]);
}, 300_000);

test("five long lotes of one conta do not hold up a short one of another", async () => {
  const neighbour = await signInNewUser(wire);
  const ids = await addNotas(wire.contaId, DOCUMENTS);
  const long: string[] = [];
  for (const marca of ["recebido", "processadoErp", "conferido"] as const) {
    long.push(await start(marina, "Lote.startMarca", { ids, marca, valor: true }));
  }
  for (const valor of [false, true])
    long.push(await start(marina, "Lote.startMarca", { ids, marca: "recebido", valor }));
  await waitFor(marina, long[0] ?? "", ({ feitos }) => feitos > 0);
  const few = await addNotas(neighbour.contaId, 10);
  const id = await start(neighbour, "Lote.startMarca", { ids: few, marca: "recebido", valor: true });
  expect(await waitFor(neighbour, id, isOver)).toMatchObject({ feitos: 10 });
  expect(isOver(await show(marina, long.at(-1) ?? ""))).toBe(false);
  for (const each of long) await waitFor(marina, each, isOver);
}, 300_000);
