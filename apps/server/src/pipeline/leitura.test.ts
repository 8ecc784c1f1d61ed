import { expect, test } from "vitest";
import { allowedMs, type Pedinte, verbaOf } from "./custo.rules.ts";
import { createLeitura } from "./leitura.ts";

const KB = 1024;
const VERBA = {
  total: [
    { baseMs: 100, porKbMs: 10 },
    { baseMs: 200, porKbMs: 5 },
  ],
  vao: [{ baseMs: 30, porKbMs: 1 }],
};

/** A thread whose CPU goes where the test says. */
function openBench({ frio = false } = {}) {
  const thread = { ms: 5_000 };
  const { custo, orcamento } = createLeitura({ cpu: () => thread.ms, frio });
  const spend = (ms: number, isVain = false): void => {
    custo.judge(
      () => {
        thread.ms += ms;
      },
      () => isVain,
    );
  };
  return { custo, orcamento, spend };
}

test("reading may cost what its size allows, and not a millisecond more", () => {
  const { custo, spend } = openBench();
  custo.allow(VERBA, 2 * KB);
  spend(119);
  expect(custo.isOver()).toBe(false);
  spend(1);
  expect(custo.hasStopped()).toBe(false);
  expect(custo.isOver()).toBe(true);
  expect(custo.hasStopped()).toBe(true);
  expect(custo.ms()).toBe(120);
});

test("of two lines the lower one holds", () => {
  const { custo, spend } = openBench();
  custo.allow(VERBA, 40 * KB);
  spend(399);
  expect(custo.isOver()).toBe(false);
  spend(1);
  expect(custo.isOver()).toBe(true);
});

test("the first readings of a thread, which compile what they run, may cost a second more", () => {
  const { custo, spend } = openBench({ frio: true });
  custo.allow(VERBA, 0);
  spend(1_099);
  expect(custo.isOver()).toBe(false);
  spend(1);
  expect(custo.isOver()).toBe(true);
});

test("documents that no signature holds may cost less, the first one not counted", () => {
  const { custo, spend } = openBench();
  custo.allow(VERBA, 0);
  spend(20);
  spend(40, true);
  expect(custo.isOver()).toBe(false);
  spend(29, true);
  expect(custo.isOver()).toBe(false);
  spend(1, true);
  expect(custo.isOver()).toBe(true);
});

test("what another thread spends for it counts", () => {
  const { custo } = openBench();
  custo.allow(VERBA, 0);
  custo.add(100);
  expect(custo.isOver()).toBe(true);
});

test("packages stay closed when it is over", () => {
  const { custo, orcamento, spend } = openBench();
  custo.allow(VERBA, 0);
  expect(orcamento.isOver()).toBe(false);
  spend(100);
  expect(orcamento.isOver()).toBe(true);
});

test("a conta with many costly e-mails gets less for each, and a reading that was asked for gets more", () => {
  const of = (pedinte: Pedinte): number => allowedMs(verbaOf(pedinte).total, 500);
  const plain = of({ reprocessado: false, gastoMs: 0 });
  expect(of({ reprocessado: false, gastoMs: 60_000 })).toBeLessThan(plain);
  expect(of({ reprocessado: true, gastoMs: 60_000 })).toBeGreaterThan(plain);
});

test("a small e-mail costs less per KB than the promise, and a large one less than a small one", () => {
  const { total, vao } = verbaOf({ reprocessado: false, gastoMs: 0 });
  expect(allowedMs(vao, 4) / 4).toBeLessThan(50);
  expect(allowedMs(total, 20) / 20).toBeLessThan(50);
  expect(allowedMs(total, 1_000) / 1_000).toBeLessThan(10);
});
