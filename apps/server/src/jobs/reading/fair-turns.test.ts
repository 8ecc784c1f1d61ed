import { expect, test } from "vitest";
import { createFairTurns } from "./fair-turns.ts";

/** Work that ends on the test's command; `begun` records the order of starts. */
function openBench(limits = { places: 3, perConta: 2 }) {
  const turns = createFairTurns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const runs: Promise<void>[] = [];
  const ask = (contaId: string, name: string): void => {
    const work = (): Promise<void> => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    };
    runs.push(turns.run(contaId, work));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { turns, begun, ask, end, settle, runs };
}

test("a place stays free for others when one conta has much to read", async () => {
  const { begun, ask, settle } = openBench();
  for (const name of ["a1", "a2", "a3", "a4"]) ask("a", name);
  await settle();
  expect(begun).toEqual(["a1", "a2"]);
  ask("b", "b1");
  await settle();
  expect(begun).toEqual(["a1", "a2", "b1"]);
});

test("contas take turns, however many jobs each has", async () => {
  const { begun, ask, end, settle } = openBench({ places: 1, perConta: 1 });
  for (const name of ["a1", "a2", "a3"]) ask("a", name);
  for (const name of ["b1", "b2"]) ask("b", name);
  await settle();
  for (const name of ["a1", "b1", "a2", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});

test("failed reading releases its place", async () => {
  const { turns, begun, ask, settle } = openBench({ places: 1, perConta: 1 });
  await expect(turns.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  ask("a", "a1");
  await settle();
  expect(begun).toEqual(["a1"]);
});

test("queued readings never start after close", async () => {
  const { turns, begun, ask, end, settle, runs } = openBench({ places: 1, perConta: 1 });
  ask("a", "a1");
  ask("a", "a2");
  await settle();
  turns.close();
  ask("b", "b1");
  await end("a1");
  await Promise.all(runs);
  expect(begun).toEqual(["a1"]);
});
