import { afterAll, beforeEach, expect, test } from "vitest";
import { holdPresence, type RoundPosition } from "../../src/db/index.ts";
import { finishTask, planTasks } from "../../src/services/task/task.rows.ts";
import { createTestContext } from "../setup/context.ts";

const t = await createTestContext();
const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
afterAll(async () => {
  await presence.close();
  await t.dispose();
});
beforeEach(() => t.asOwner("TRUNCATE tarefa"));

const { database } = t.ctx;
const { executor } = presence;
const START: RoundPosition = {
  contaId: "00000000-0000-0000-0000-000000000000",
  cota: "",
  ultimas: new Map(),
};
const SVRS = "sefaz:consulta:SVRS:55";

/** Contas in the order of the round-robin. */
async function createContas(n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < n; i += 1) ids.push((await t.createConta()).contaId);
  return ids.sort();
}

async function plan(contaId: string, o: { cota: string; quantas: number }): Promise<void> {
  const venceEm = new Date(t.clock.now().getTime() - 1_000);
  const newTarefas = Array.from({ length: o.quantas }, (_, n) => ({
    ...{ tipo: "validate" as const, alvo: `${o.cota} ${n}`, cota: o.cota, venceEm },
  }));
  await database.withConta(contaId, (db) => planTasks(db, contaId, newTarefas));
}

type ClaimedTarefa = { contaId: string; tarefaId: string; tentativa: number };

/** Claims repeatedly as one dispatcher does. */
function createDispatcher(): { claim(porCota?: number): Promise<ClaimedTarefa[]> } {
  let turn = START;
  return {
    claim: async (porCota = 2) => {
      const now = t.clock.now();
      const ate = new Date(now.getTime() + 60_000);
      const claimed = await database.gatekeeper.claimTasks({
        ...{ tipo: "validate", now, ate, executor, abertas: 32, porCota, vez: turn },
      });
      turn = claimed.vez;
      return claimed.claimed;
    },
  };
}

async function finish(claimedTarefas: readonly ClaimedTarefa[]): Promise<void> {
  const now = t.clock.now();
  for (const each of claimedTarefas) {
    await database.withConta(each.contaId, (db) => finishTask(db, each.contaId, { ...each, now }));
  }
}

test("a conta with a thousand consultas does not delay another conta at the same authorizer", async () => {
  const [big = "", small = ""] = await createContas(2);
  await plan(big, { cota: SVRS, quantas: 1_000 });
  await plan(small, { cota: SVRS, quantas: 10 });
  const { claim } = createDispatcher();
  const served: string[] = [];
  for (let look = 0; look < 10; look += 1) {
    const all = await claim();
    served.push(...all.map(({ contaId }) => contaId));
    await finish(all);
  }
  expect(served).toHaveLength(20);
  expect(served.filter((contaId) => contaId === small)).toHaveLength(10);
});

test("a conta with a thousand consultas delays no other, even when work of a third is claimed in between", async () => {
  const [big = "", small = "", otherConta = ""] = await createContas(3);
  await plan(big, { cota: SVRS, quantas: 1_000 });
  await plan(small, { cota: SVRS, quantas: 4 });
  await plan(otherConta, { cota: "sefaz:consulta:SP:55", quantas: 100 });
  const { claim } = createDispatcher();
  const ofSmall: number[] = [];
  for (let look = 0; look < 8; look += 1) {
    const all = await claim();
    ofSmall.push(all.filter(({ contaId }) => contaId === small).length);
    await finish(all);
  }
  expect(ofSmall.reduce((sum, n) => sum + n, 0)).toBe(4);
});

test("each conta that shares a cota is served once before any is served again", async () => {
  const all = await createContas(7);
  for (const contaId of all) await plan(contaId, { cota: SVRS, quantas: 50 });
  const { claim } = createDispatcher();
  const served: string[] = [];
  for (let look = 0; look < 7; look += 1) {
    const claimed = await claim(1);
    served.push(...claimed.map(({ contaId }) => contaId));
    await finish(claimed);
  }
  expect(served.toSorted()).toEqual(all);
});

test("a slot that never becomes free does not block work of another cota", async () => {
  const [big = "", small = ""] = await createContas(2);
  await plan(big, { cota: SVRS, quantas: 10 });
  await plan(small, { cota: SVRS, quantas: 10 });
  await plan(small, { cota: "sefaz:consulta:SP:55", quantas: 6 });
  const { claim } = createDispatcher();
  const stuck = await claim();
  expect(stuck).toHaveLength(4);
  await finish(stuck.filter(({ contaId }) => contaId === small));
  expect(await claim()).toHaveLength(2);
});

test("claims skip tarefas that are not due, and one conta may use all free slots", async () => {
  const [later = "", now = ""] = await createContas(2);
  await plan(later, { cota: SVRS, quantas: 5 });
  await t.asOwner("UPDATE tarefa SET vence_em = now() + interval '1 hour'");
  await plan(now, { cota: SVRS, quantas: 5 });
  const claimed = await createDispatcher().claim(4);
  expect(claimed.map(({ contaId }) => contaId)).toEqual([now, now, now, now]);
});
