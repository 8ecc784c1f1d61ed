import fs from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import type { Job } from "../../src/jobs/job.ts";
import { ReadingTooCostly } from "../../src/jobs/reading/watch-thread.ts";
import { createReadingPool, type JobPool } from "../../src/jobs/threads/job-pools.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const BUNDLER = path.resolve(ROOT, "scripts/setup/bundle.mjs");
/** Inside the repository: packages that are not bundled are resolved from there. */
const BUILT = `apps/server/tests/dist/leitores-${process.pid}`;
/** Shorter than all steps of "pulsa", longer than one of them. */
const STEP_MS = 3_000;

type Bundler = { bundle(plan: { folder: string; entries: Record<string, string> }): Promise<void> };

let t: TestContext;
let contaId = "";
let threads: JobPool;
/** The same with the product's own time limit: a busy machine takes long to fill the memory. */
let patient: JobPool;
beforeAll(async () => {
  // Built like the product's own threads: loading TypeScript in each would take longer than the
  // work.
  const { bundle }: Bundler = await import(pathToFileURL(BUNDLER).href);
  await bundle({ folder: BUILT, entries: { leitor: "apps/server/tests/jobs/isolated-entry.ts" } });
  t = await createTestContext();
  contaId = (await t.createConta()).contaId;
  threads = createReadingPool({
    entry: path.resolve(ROOT, BUILT, "leitor.mjs"),
    heapMb: 64,
    stepMs: STEP_MS,
  });
  patient = createReadingPool({ entry: path.resolve(ROOT, BUILT, "leitor.mjs"), heapMb: 64 });
});
afterAll(async () => {
  threads.close();
  patient.close();
  await t.dispose();
  await fs.rm(path.resolve(ROOT, BUILT), { recursive: true, force: true });
});

function run(alvo: string, wake?: () => void, by = threads): Promise<void> {
  const deadline = new Date(t.clock.now().getTime() + MINUTE_MS);
  const job: Job = {
    contaId,
    tarefaId: newId(),
    tipo: "ingest",
    alvo,
    tentativa: 1,
    falhas: 0,
    prazo: deadline,
  };
  return by.run(wake ? { ...t.ctx, wake } : t.ctx, job);
}

/** Identifies the next thread by its error. */
const whoIsNext = (): Promise<string> => run("quem").then(() => "", String);

describe("reading documents in a thread", () => {
  test("a job runs as its conta and wakes the dispatcher for the work it plans", async () => {
    let woken = 0;
    await run("acorda", () => {
      woken += 1;
    });
    expect(woken).toBe(1);
  });

  test("a thread is reused for the next job, except after a failure", async () => {
    await run("bem");
    const first = await whoIsNext();
    const second = await whoIsNext();
    expect(first).toMatch(/thread \d+/);
    expect(second).not.toBe(first);
  });

  test("a failed job returns its error", async () => {
    await expect(run("bug")).rejects.toThrow("broken");
  });

  test("a thread that exhausts its memory or exits is replaced for the next job", async () => {
    await expect(run("come", undefined, patient)).rejects.toThrow(/memory limit/);
    await expect(run("morre")).rejects.toThrow(/ended without an answer/);
    await run("bem");
  });

  test("a thread whose step never ends is ended as too costly, but many long steps are allowed", async () => {
    await expect(run("volta")).rejects.toBeInstanceOf(ReadingTooCostly);
    await run("pulsa");
  });
});
