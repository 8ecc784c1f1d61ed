// `npm start` end to end: a second start, crashes, and every way of stopping it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAlive, readPostmaster } from "../postgres/postmaster.mjs";
import { anyPort } from "../run/ports.mjs";
import { at, root } from "../setup/root.mjs";
import { neutralEnv } from "../testing/malote.mjs";

const READY = /^Malote pronto em (http:\/\/127\.0\.0\.1:\d+)$/m;
const CONSOLE = /^Sandbox: console em (http:\/\/127\.0\.0\.1:\d+) · entre com demo \/ admin \/ Malote123$/m;

let dataDir = "";
/** @type {{ end: (signal: NodeJS.Signals) => Promise<unknown> }[]} */
let opened = [];

beforeAll(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-inicio-"));
  fs.chmodSync(dataDir, 0o711);
});
beforeEach(() => {
  opened = [];
  return async () => {
    for (const malote of opened) await malote.end("SIGTERM");
  };
});
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

/** @param {{ env?: Record<string, string>, npm?: boolean }} [options] npm: through npm, as a user does */
function open({ env = {}, npm = false } = {}) {
  const [program, args] = npm
    ? ["npm", ["start", "--", "--sem-env"]]
    : [process.execPath, [at("scripts", "start.mjs"), "--sem-env"]];
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...neutralEnv(),
      DATA_DIR: dataDir,
      SANDBOX_PORT: "0",
      SANDBOX_LIVE_MAIL: "0",
      SANDBOX_HISTORY: "0",
      FEED_PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, as a terminal gives to each command.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  const malote = {
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    /** @returns {Promise<string>} the address */
    async ready() {
      await until(
        () => READY.test(output) || child.exitCode !== null,
        () => output,
      );
      const [, url] = READY.exec(output) ?? [];
      if (!url) throw new Error(`it did not open:\n${output}`);
      return url;
    },
    /** @param {NodeJS.Signals} signal */
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
  opened.push(malote);
  return malote;
}

/** @param {() => unknown} fact @param {() => string} [why] */
async function until(fact, why = () => "it never happened") {
  for (const limit = Date.now() + 90_000; !(await fact()); await sleep(25)) {
    if (Date.now() > limit) throw new Error(why());
  }
}

/** @param {string} part of the command line @returns {number[]} matching processes of this data folder */
function processes(part) {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return (
        command.includes(part) &&
        fs.readFileSync(`/proc/${pid}/environ`, "utf8").includes(`DATA_DIR=${dataDir}`)
      );
    } catch {
      return false;
    }
  });
}

/** Takes a port as soon as it is free. @param {number} port */
async function stealPort(port) {
  const server = net.createServer((socket) => socket.destroy());
  for (;;) {
    server.listen(port, "127.0.0.1");
    const taken = await Promise.race([once(server, "listening"), once(server, "error")]).catch(() => null);
    if (taken && server.listening) return server;
    await sleep(5);
  }
}

const postgresPid = () => readPostmaster(path.join(dataDir, "pg"))?.pid ?? 0;
/** @param {string} url */
const healthy = async (url) => (await fetch(`${url}/saude`).catch(() => null))?.ok === true;

describe.skipIf(process.platform !== "linux")("npm start (finds processes in /proc: Linux)", () => {
  describe("npm start while it runs", () => {
    /** @type {ReturnType<typeof open>} */
    let malote;
    let url = "";
    beforeAll(async () => {
      malote = open();
      url = await malote.ready();
      await until(() => CONSOLE.test(malote.output()));
    });
    afterAll(() => malote.end("SIGTERM"));
    const consoleUrl = () => String(CONSOLE.exec(malote.output())?.[1]);

    test("npm start serves the interface, and prints its address and the sandbox's", async () => {
      expect(await healthy(url)).toBe(true);
      expect(await (await fetch(url)).text()).toContain("<html");
      expect((await fetch(consoleUrl())).status).toBe(200);
    });

    test("npm start refuses a second start on the same data, with the address of the first", async () => {
      const second = open();
      expect(await second.exited).toBe(1);
      expect(second.output()).toContain(`O Malote já está aberto em ${url}`);
      expect(await healthy(url)).toBe(true);
    });

    test("npm start restarts a worker after kill -9", async () => {
      const [first = 0] = processes("worker.mjs");
      process.kill(first, "SIGKILL");
      await until(() => processes("worker.mjs").some((pid) => pid !== first));
    });

    test("npm start restarts a database after kill -9, on the same port; http and worker continue", async () => {
      const folder = path.join(dataDir, "pg");
      const before = readPostmaster(folder);
      const services = [...processes("http.mjs"), ...processes("worker.mjs")];
      process.kill(before?.pid ?? 0, "SIGKILL");
      await until(() => {
        const now = readPostmaster(folder);
        return now?.ready === true && now.pid !== before?.pid;
      }, malote.output);
      expect(readPostmaster(folder)?.port).toBe(before?.port);
      expect(malote.output()).toMatch(/PostgreSQL embutido parou \(sem ser pedido\): inicio de novo em/);
      await until(
        async () => (await fetch(`${url}/prontidao`).catch(() => null))?.status === 200,
        malote.output,
      );
      expect([...processes("http.mjs"), ...processes("worker.mjs")]).toEqual(services);
    });

    test("npm start restarts a sandbox after kill -9, at the same address", async () => {
      const [first = 0] = processes("sandbox/dist/main.mjs");
      process.kill(first, "SIGKILL");
      await until(() => processes("sandbox/dist/main.mjs").some((pid) => pid !== first), malote.output);
      await until(async () => (await fetch(consoleUrl()).catch(() => null))?.ok, malote.output);
    });

    test("npm start restarts the other processes when the sandbox returns at other addresses", async () => {
      const [worker] = processes("worker.mjs");
      const info = JSON.parse(fs.readFileSync(path.join(dataDir, "sandbox", "sandbox.json"), "utf8"));
      const [sandbox = 0] = processes("sandbox/dist/main.mjs");
      process.kill(sandbox, "SIGKILL");
      const thief = await stealPort(info.pop3.porta);
      await until(() => processes("worker.mjs").some((pid) => pid !== worker), malote.output);
      await until(() => healthy(url));
      thief.close();
    });

    test("the database continues after a kill -9 of npm start, and the next start adopts it", async () => {
      const database = postgresPid();
      process.kill(malote.pid, "SIGKILL");
      await until(() => processes("dist/").length === 0);
      expect(isAlive(database)).toBe(true);
      const next = open();
      expect(await healthy(await next.ready())).toBe(true);
      expect(postgresPid()).toBe(database);
      expect(await next.end("SIGTERM")).toBe(0);
      expect(isAlive(database)).toBe(false);
    });
  });

  test("npm start refuses a port that is set explicitly and taken, with a sentence", async () => {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = /** @type {net.AddressInfo} */ (server.address());
    const malote = open({ env: { PORT: String(port) } });
    expect(await malote.exited).toBe(1);
    expect(malote.output()).toContain(`A porta ${port} (PORT) está ocupada.`);
    expect(malote.output()).not.toContain("    at ");
    server.close();
  });

  test.each(["SIGTERM", "SIGHUP"])("everything stops when npm gets %s", async (signal) => {
    const malote = open({ npm: true });
    await malote.ready();
    const database = postgresPid();
    await malote.end(/** @type {NodeJS.Signals} */ (signal));
    await until(
      () => processes("dist/").length === 0 && processes("start.mjs").length === 0 && !isAlive(database),
    );
    expect(fs.existsSync(path.join(dataDir, "malote.lock"))).toBe(false);
  });

  test("everything stops in order at Ctrl-C, which the terminal sends to the whole process group", async () => {
    const malote = open({ npm: true });
    await malote.ready();
    const database = postgresPid();
    process.kill(-malote.pid, "SIGINT");
    await malote.exited;
    await until(() => processes("dist/").length === 0 && !isAlive(database));
    expect(malote.output()).not.toMatch(/ECONNREFUSED|terminating connection|57P01/);
  });

  test("npm start has no console and no demo sign-in with SANDBOX=0 on the same data", async () => {
    const malote = open({ env: { SANDBOX: "0", FEED_PORT: "" } });
    const url = await malote.ready();
    expect(malote.output()).not.toContain("Sandbox:");
    expect(processes("sandbox/dist/main.mjs")).toEqual([]);
    const params = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const answer = await fetch(`${url}/Services/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: 1, method: "Auth.logar", params }),
    });
    const { result } = await answer.json();
    expect(result.sucesso).toBe(false);
  });

  test("npm start requires the key in production, and never starts the sandbox there", async () => {
    const port = String(await anyPort());
    const asked = open({ env: { NODE_ENV: "production", PORT: port } });
    expect(await asked.exited).toBe(1);
    expect(asked.output()).toContain("Falta MALOTE_KEY: em produção");
    const forced = open({ env: { NODE_ENV: "production", SANDBOX: "1", PORT: port } });
    expect(await forced.exited).toBe(1);
    expect(forced.output()).toContain("O sandbox não abre com NODE_ENV=production");
  });
});
