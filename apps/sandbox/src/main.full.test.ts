import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { closeServer, listenOn } from "./listen.ts";

const MAIN = path.join(import.meta.dirname, "main.ts");
const dataDir = mkdtempSync(path.join(tmpdir(), "malote-main-"));
const infoFile = path.join(dataDir, "sandbox", "sandbox.json");

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Ended = { code: number | null; stderr: string };

function start(env: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } {
  const { NODE_ENV: _, SANDBOX_PORT: __, ...rest } = process.env;
  const child = fork(MAIN, {
    execArgv: ["--import", "tsx"],
    env: { ...rest, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, stderr })));
  return { child, ended };
}

function ready(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("close", (code) => reject(new Error(`ended with ${code}`)));
  });
}

test("the sandbox process writes its addresses in a file only for its owner, and ends with its parent", async () => {
  const { child } = start({ SANDBOX_PORT: "0", SANDBOX_HISTORY: "0" });
  // @NOTE Node emits no "close" for a child whose channel was closed by its parent.
  const exited = new Promise((resolve) => child.once("exit", resolve));
  expect(await ready(child)).toBe("ready");
  const info = JSON.parse(readFileSync(infoFile, "utf8"));
  expect(statSync(infoFile).mode & 0o777).toBe(0o600);
  expect((await fetch(`${info.consoleUrl}/estado`)).status).toBe(200);
  expect(info.empresas).toHaveLength(2);
  child.disconnect();
  expect(await exited).toBe(0);
  expect(existsSync(infoFile)).toBe(false);
}, 60_000);

test("the sandbox reports that its configured port is busy instead of using another port", async () => {
  const busy = createServer();
  const port = await listenOn(busy, 0);
  const { ended } = start({ SANDBOX_PORT: String(port) });
  const { code, stderr } = await ended;
  await closeServer(busy);
  expect([code, stderr.trim()]).toEqual([
    1,
    `A porta ${port} já está em uso: indique outra para o console do sandbox com SANDBOX_PORT.`,
  ]);
}, 60_000);

test.each([
  [{ NODE_ENV: "production" }, "O sandbox não roda em produção (NODE_ENV=production)."],
  [{ SANDBOX_PORT: "tres mil" }, "SANDBOX_PORT não é uma porta: tres mil"],
])(
  "the sandbox does not start with %o",
  async (env, sentence) => {
    const { ended } = start(env);
    const { code, stderr } = await ended;
    expect([code, stderr.trim()]).toEqual([1, sentence]);
  },
  60_000,
);
