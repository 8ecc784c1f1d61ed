import { spawn } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { outageWaitOf } from "../../src/errors.ts";
import type { Job } from "../../src/jobs/job.ts";
import { createIsolatedPool } from "../../src/jobs/threads/job-pools.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const BUNDLER = path.resolve(ROOT, "scripts/setup/bundle.mjs");
/** Inside the repository: packages that are not bundled are resolved from there. */
const BUILT = `apps/server/tests/dist/${process.pid}`;
const BRIEF_MS = 2_500;
/** A thread is ended this long before its deadline. */
const BEFORE_MS = 1_000;

type Bundler = { bundle(plan: { folder: string; entries: Record<string, string> }): Promise<void> };

let t: TestContext;
let contaId = "";
beforeAll(async () => {
  // Built like the product's own threads: loading TypeScript in each would take longer than the
  // work.
  const { bundle }: Bundler = await import(pathToFileURL(BUNDLER).href);
  await bundle({ folder: BUILT, entries: { isolated: "apps/server/tests/jobs/isolated-entry.ts" } });
  t = await createTestContext();
  contaId = (await t.createConta()).contaId;
});
afterAll(async () => {
  await t.dispose();
  await fs.rm(path.resolve(ROOT, BUILT), { recursive: true, force: true });
});

describe("a job in its own thread", () => {
  const program = { entry: path.resolve(ROOT, BUILT, "isolated.mjs"), heapMb: 64 };
  const isolate = createIsolatedPool(program);
  const run = (alvo: string, jobMs = MINUTE_MS, by = isolate): Promise<unknown> => {
    const job: Job = {
      contaId,
      tarefaId: newId(),
      tipo: "ingest",
      alvo,
      tentativa: 2,
      falhas: 1,
      prazo: new Date(t.clock.now().getTime() + jobMs),
    };
    return by.run(t.ctx, job);
  };

  test("a job in its own thread runs as its conta", async () => {
    await run("bem");
  });

  test("the error of a failed job is returned", async () => {
    await expect(run("bug")).rejects.toThrow("broken");
  });

  test("a job that loops for ever is ended just before its deadline, and the process continues", async () => {
    const failure = await run("volta", BRIEF_MS).then(
      () => null,
      (error: unknown) => error,
    );
    const [, ms] = /did not end in (\d+) ms/.exec(String(failure)) ?? [];
    expect(Number(ms)).toBeGreaterThan(0);
    expect(Number(ms)).toBeLessThanOrEqual(BRIEF_MS - BEFORE_MS);
  });

  test("a job that waits too long for a free thread is postponed, without counting a failure", async () => {
    const impatient = createIsolatedPool({ ...program, turnMs: 500 });
    const [slow, waiting] = await Promise.allSettled([
      run("volta", BRIEF_MS, impatient),
      run("bem", MINUTE_MS, impatient),
    ]);
    expect(slow).toMatchObject({ status: "rejected", reason: { name: "ThreadFailure" } });
    expect(outageWaitOf(slow.status === "rejected" ? slow.reason : null)).toBeNull();
    expect(waiting).toMatchObject({ status: "rejected", reason: { retryAfterMs: 500 } });
    await run("bem", MINUTE_MS, impatient);
  });

  test("a job that exhausts its memory is ended, and the process continues", async () => {
    await expect(run("come")).rejects.toThrow(/memory limit/);
  });

  test("a job whose thread exits without a result fails, and the next one runs", async () => {
    const [dead, next] = await Promise.allSettled([run("morre"), run("bem")]);
    expect(dead).toMatchObject({ status: "rejected" });
    expect(next).toMatchObject({ status: "fulfilled" });
  });
});

test("the watchdog kills a process whose event loop is blocked", async () => {
  const watchdog = new URL("../../src/jobs/watchdog.ts", import.meta.url).href;
  const program = `
    const { startWatchdog } = await import(${JSON.stringify(watchdog)});
    startWatchdog({ looks: 4, lookMs: 200 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    console.log("alive");
    for (;;);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
  let out = "";
  child.stdout.on("data", (data) => {
    out += data;
  });
  child.stderr.on("data", (data) => {
    out += data;
  });
  const late = setTimeout(() => child.kill("SIGTERM"), 60_000);
  const signal = await new Promise((resolve) => child.once("exit", (_, how) => resolve(how)));
  clearTimeout(late);
  expect(signal).toBe("SIGKILL");
  expect(out).toMatch(/^alive\nO worker não respondeu por 0\.8 s/);
});
