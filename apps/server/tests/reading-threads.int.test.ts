import fs from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import type { Job } from "../src/jobs/job.ts";
import { createReadingThreads, type ReadingThreads } from "../src/jobs/leitura/reading-threads.ts";
import { ReadingTooCostly } from "../src/jobs/leitura/watch-thread.ts";
import { createTestContext, type TestContext } from "./context.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const BUNDLER = path.resolve(ROOT, "scripts/setup/bundle.mjs");
/** Inside the repository: what is not bundled is looked for from there. */
const BUILT = `apps/server/tests/dist/leitores-${process.pid}`;
const MINUTE_MS = 60_000;
/** Less than all the steps of "pulsa", more than one of them. */
const STEP_MS = 3_000;

type Bundler = { bundle(plan: { folder: string; entries: Record<string, string> }): Promise<void> };

let t: TestContext;
let contaId = "";
let threads: ReadingThreads;
/** The same, of the product's own patience: a busy machine takes long to fill the memory. */
let patient: ReadingThreads;
beforeAll(async () => {
  // As the product's own threads are: a loader of TypeScript in each would cost more than the work.
  const { bundle }: Bundler = await import(pathToFileURL(BUNDLER).href);
  await bundle({ folder: BUILT, entries: { leitor: "apps/server/tests/isolated-entry.ts" } });
  t = await createTestContext();
  contaId = (await t.createConta()).contaId;
  threads = createReadingThreads({
    entry: path.resolve(ROOT, BUILT, "leitor.mjs"),
    heapMb: 64,
    stepMs: STEP_MS,
  });
  patient = createReadingThreads({ entry: path.resolve(ROOT, BUILT, "leitor.mjs"), heapMb: 64 });
});
afterAll(async () => {
  threads.close();
  patient.close();
  await t.dispose();
  await fs.rm(path.resolve(ROOT, BUILT), { recursive: true, force: true });
});

function run(alvo: string, wake?: () => void, by = threads): Promise<void> {
  const prazo = new Date(t.clock.now().getTime() + MINUTE_MS);
  const job: Job = { contaId, tarefaId: newId(), tipo: "ingest", alvo, tentativa: 1, falhas: 0, prazo };
  return by.run(wake ? { ...t.ctx, wake } : t.ctx, job);
}

/** Which thread is next, by its failure. */
const whoIsNext = (): Promise<string> => run("quem").then(() => "", String);

describe("documents are read in a thread", () => {
  test("as their conta, and what it plans wakes the dispatcher", async () => {
    let woken = 0;
    await run("acorda", () => {
      woken += 1;
    });
    expect(woken).toBe(1);
  });

  test("which lives on for the next job, and not after a failure", async () => {
    await run("bem");
    const first = await whoIsNext();
    const second = await whoIsNext();
    expect(first).toMatch(/thread \d+/);
    expect(second).not.toBe(first);
  });

  test("that tells why it failed", async () => {
    await expect(run("bug")).rejects.toThrow("broken");
  });

  test("that is ended when it eats the memory or ends without a word; the next job runs all the same", async () => {
    await expect(run("come", undefined, patient)).rejects.toThrow(/memory limit/);
    await expect(run("morre")).rejects.toThrow(/ended without an answer/);
    await run("bem");
  });

  test("that is ended as too costly when one step never ends, and not when many steps take long", async () => {
    await expect(run("volta")).rejects.toBeInstanceOf(ReadingTooCostly);
    await run("pulsa");
  });
});
