import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { planTasks } from "../../src/services/task/task.rows.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

/** The worker that `npm start` runs, built by scripts/test.mjs. */
const WORKER = fileURLToPath(new URL("../../dist/worker.mjs", import.meta.url));

let t: TestContext;
let children: ChildProcess[] = [];
beforeAll(async () => {
  t = await createTestContext();
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
});
afterAll(() => t.dispose());

function start(env: Record<string, string> = {}): {
  child: ChildProcess;
  out(): string;
  ended: Promise<unknown>;
} {
  const { config } = t;
  const { NODE_ENV: _, SANDBOX: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--enable-source-maps", WORKER], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...inherited,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      MALOTE_KEY: config.chave.toString("base64"),
      LOG_LEVEL: "warn",
      // Without these settings the worker warns about its e-mails.
      PUBLIC_URL: "https://casa.example",
      SMTP_URL: "smtp://127.0.0.1:9",
      SMTP_FROM: "malote@casa.example",
      ...env,
    },
  });
  children.push(child);
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (out += data));
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  return { child, out: () => out, ended };
}

const ready = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once("message", resolve));

test("the worker reports that it is ready, runs jobs, and stops on SIGTERM", async () => {
  const { child, ended, out } = start();
  expect(await ready(child)).toBe("ready");
  const { contaId } = await t.createConta();
  // The caixa does not exist: the poll ends well and plans no other.
  await t.ctx.database.withConta(contaId, (db) =>
    planTasks(db, contaId, [{ tipo: "poll", alvo: contaId, venceEm: t.clock.now() }]),
  );
  const estado = () => t.asOwner("SELECT estado FROM tarefa WHERE conta_id = $1", [contaId]);
  await expect.poll(estado).toEqual([{ estado: "feita" }]);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(out()).toBe("");
});

test("a frozen worker is not counted although its connections are open, and is counted again afterwards", async () => {
  const { child, ended } = start();
  await ready(child);
  // Shorter than the product's 45 s, longer than the 5 s between two signs of life.
  const count = () => t.ctx.database.gatekeeper.countWorkers({ maxS: 8 });
  await expect.poll(count).toEqual({ vivos: 1, parados: 0 });
  child.kill("SIGSTOP");
  await expect.poll(count, { timeout: 30_000, interval: 250 }).toEqual({ vivos: 0, parados: 1 });
  child.kill("SIGCONT");
  await expect.poll(count, { timeout: 30_000 }).toEqual({ vivos: 1, parados: 0 });
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("the worker stops when its parent disconnects", async () => {
  const { child, ended } = start();
  await ready(child);
  child.disconnect();
  expect(await ended).toBe(0);
});

test("the worker does not start without its key, and says so in one line", async () => {
  const { ended, out } = start({ MALOTE_KEY: "" });
  expect(await ended).toBe(1);
  expect(out()).toBe(
    "[worker] Falta MALOTE_KEY: a chave que criptografa as senhas guardadas (32 bytes em base64).\n",
  );
});
