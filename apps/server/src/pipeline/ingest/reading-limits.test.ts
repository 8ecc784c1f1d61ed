import { expect, test } from "vitest";
import { type AllowanceInput, allowanceOf, allowedMs } from "./cost.rules.ts";
import { createReadingLimits } from "./reading-limits.ts";

const KB = 1024;
const ALLOWANCE = {
  total: [
    { baseMs: 100, porKbMs: 10 },
    { baseMs: 200, porKbMs: 5 },
  ],
  vao: [{ baseMs: 30, porKbMs: 1 }],
};

/** A simulated thread clock that the test advances. */
function openBench({ frio = false } = {}) {
  const thread = { ms: 5_000 };
  const { cost, budget } = createReadingLimits({ cpu: () => thread.ms, isCold: frio });
  const spend = (ms: number, isVain = false): void => {
    cost.judge(
      () => {
        thread.ms += ms;
      },
      () => isVain,
    );
  };
  return { custo: cost, orcamento: budget, spend };
}

test("reading stops at exactly the CPU allowance for the size of the e-mail", () => {
  const { custo: cost, spend } = openBench();
  cost.allow(ALLOWANCE, 2 * KB);
  spend(119);
  expect(cost.isOver()).toBe(false);
  spend(1);
  expect(cost.hasStopped()).toBe(false);
  expect(cost.isOver()).toBe(true);
  expect(cost.hasStopped()).toBe(true);
  expect(cost.ms()).toBe(120);
});

test("of the two lines of the allowance, the lower one applies", () => {
  const { custo: cost, spend } = openBench();
  cost.allow(ALLOWANCE, 40 * KB);
  spend(399);
  expect(cost.isOver()).toBe(false);
  spend(1);
  expect(cost.isOver()).toBe(true);
});

test("the first readings of a thread may take a second more, for compilation", () => {
  const { custo: cost, spend } = openBench({ frio: true });
  cost.allow(ALLOWANCE, 0);
  spend(1_099);
  expect(cost.isOver()).toBe(false);
  spend(1);
  expect(cost.isOver()).toBe(true);
});

test("documents without a valid signature have a lower limit, which does not count the first one", () => {
  const { custo: cost, spend } = openBench();
  cost.allow(ALLOWANCE, 0);
  spend(20);
  spend(40, true);
  expect(cost.isOver()).toBe(false);
  spend(29, true);
  expect(cost.isOver()).toBe(false);
  spend(1, true);
  expect(cost.isOver()).toBe(true);
});

test("the CPU of another thread counts in the allowance", () => {
  const { custo: cost } = openBench();
  cost.allow(ALLOWANCE, 0);
  cost.add(100);
  expect(cost.isOver()).toBe(true);
});

test("no package is opened once the allowance is spent", () => {
  const { custo: cost, orcamento: budget, spend } = openBench();
  cost.allow(ALLOWANCE, 0);
  expect(budget.isOver()).toBe(false);
  spend(100);
  expect(budget.isOver()).toBe(true);
});

test("a conta with many costly e-mails gets less allowance, a requested reprocessing gets more", () => {
  const of = (input: AllowanceInput): number => allowedMs(allowanceOf(input).total, 500);
  const plain = of({ reprocessado: false, gastoMs: 0 });
  expect(of({ reprocessado: false, gastoMs: 60_000 })).toBeLessThan(plain);
  expect(of({ reprocessado: true, gastoMs: 60_000 })).toBeGreaterThan(plain);
});

test("a small e-mail is allowed less than 50 ms per KB, and a large one less per KB than a small one", () => {
  const { total, vao } = allowanceOf({ reprocessado: false, gastoMs: 0 });
  expect(allowedMs(vao, 4) / 4).toBeLessThan(50);
  expect(allowedMs(total, 20) / 20).toBeLessThan(50);
  expect(allowedMs(total, 1_000) / 1_000).toBeLessThan(10);
});
