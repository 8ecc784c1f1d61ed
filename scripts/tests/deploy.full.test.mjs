// The image's folder, run without Docker as docker-compose.yml would run it, under the same limits.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, interpolate, readCompose, serviceOf } from "../deploy/compose-file.mjs";
import { anyPort } from "../run/ports.mjs";
import { at, loadPg } from "../setup/root.mjs";
import { runNode } from "../setup/run-tool.mjs";
import { CONTAINER_USER, canConfine, openMemoryLimit, startContained } from "../testing/container.mjs";
import { neutralEnv } from "../testing/malote.mjs";

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
const compose = readCompose("docker-compose.yml");
const dockerfile = fs.readFileSync(at("Dockerfile"), "utf8");
const confined = canConfine();
const SECRETS = {
  POSTGRES_PASSWORD: "dono",
  POSTGRES_APP_PASSWORD: "servidor",
  REDIS_PASSWORD: "filadeteste",
  MALOTE_KEY: randomBytes(32).toString("base64"),
};
const SENHA = "Caminho7longo";

describe.skipIf(!TEST_DATABASE_URL)(
  "the commands of the image, against PostgreSQL (TEST_DATABASE_URL)",
  () => {
    let folder = "";
    let databaseUrl = "";
    /** @type {{ kill: (signal: NodeJS.Signals) => unknown }[]} */
    const running = [];
    /** @type {(() => void)[]} */
    const leftovers = [];

    beforeAll(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-imagem-"));
      fs.chmodSync(folder, 0o711);
      // The build command of the Dockerfile, with another folder.
      const [, script] = /^RUN node (\S+) \/image$/m.exec(dockerfile) ?? [];
      await runNode("imagem", [at(script ?? ""), path.join(folder, "app")]);
      for (const own of ["dados", "tmp"]) {
        fs.mkdirSync(path.join(folder, own));
        if (confined) fs.chownSync(path.join(folder, own), CONTAINER_USER, CONTAINER_USER);
      }
      databaseUrl = await createDatabase(`imagem_${Date.now()}`);
    });
    afterAll(async () => {
      for (const child of running) child.kill("SIGKILL");
      await sleep(100);
      for (const undo of leftovers) undo();
      fs.rmSync(folder, { recursive: true, force: true });
    });

    /**
     * Starts a service, or another program of the image in its place: `docker compose run --rm SERVICE …`.
     * @param {string} name @param {Record<string, string>} places values that differ without containers
     * @param {string[]} [command]
     */
    function run(name, places, command = serviceOf(compose, name).command) {
      const { environment, mem_limit } = serviceOf(compose, name);
      const limit = confined
        ? openMemoryLimit(`malote-${name}-${process.pid}-${Date.now()}`, bytesOf(mem_limit))
        : null;
      const asked = Object.entries(environment).map(([key, text]) => [key, interpolate(text, SECRETS)]);
      const env = {
        PATH: String(neutralEnv().PATH),
        HOME: path.join(folder, "app"),
        TMPDIR: path.join(folder, "tmp"),
        NODE_ENV: "production",
        SANDBOX: "0",
        ...Object.fromEntries(asked),
        ...addresses(name),
        DATA_DIR: path.join(folder, "dados"),
        ...places,
      };
      const writable = [path.join(folder, "dados"), path.join(folder, "tmp")];
      const contained = { cwd: path.join(folder, "app"), env, writable, procs: limit?.procs, confined };
      const started = startContained(command, contained);
      running.push(started.child);
      if (limit) leftovers.push(limit.remove);
      return { ...started, limit };
    }

    /** Addresses of the database without containers, for the variables of a service. @param {string} name */
    function addresses(name) {
      const app = new URL(databaseUrl);
      [app.username, app.password] = ["imagem_login", SECRETS.POSTGRES_APP_PASSWORD];
      const given = { DATABASE_URL: databaseUrl, DATABASE_APP_URL: app.href };
      return Object.fromEntries(
        Object.entries(given).filter(([key]) => key in serviceOf(compose, name).environment),
      );
    }

    /** Stops a service as Docker does: SIGKILL after its grace period.
     * @param {string} name @param {ReturnType<typeof run>} service */
    async function stop(name, { child, exited, output }) {
      child.kill("SIGTERM");
      const graceMs = Number.parseInt(serviceOf(compose, name).stop_grace_period ?? "", 10) * 1000;
      const late = setTimeout(() => child.kill("SIGKILL"), graceMs);
      expect(await exited, output()).toBe(0);
      clearTimeout(late);
    }

    /** Runs setup, then http and worker until both are ready. @param {Record<string, string>} queue */
    async function open(queue) {
      const setup = run("setup", queue);
      expect(await setup.exited, setup.output()).toBe(0);
      const [port, workerPort] = [String(await anyPort()), String(await anyPort())];
      const http = run("http", { ...queue, PORT: port, HOST: "127.0.0.1" });
      const worker = run("worker", { ...queue, WORKER_PORT: workerPort });
      expect(await Promise.race([worker.ready, worker.exited]), worker.output()).toBe("ready");
      await until(() => isHealthy("http", "3000", port), http);
      await until(() => isHealthy("worker", "3001", workerPort), worker);
      return { http, worker, url: `http://127.0.0.1:${port}` };
    }

    /** Runs the service's own health check on another port.
     * @param {string} name @param {string} port of the compose file @param {string} there the actual one */
    async function isHealthy(name, port, there) {
      const [kind, program = "", ...args] = serviceOf(compose, name).healthTest;
      expect(kind).toBe("CMD");
      const line = args.map((word) => word.replace(`:${port}/`, `:${there}/`));
      return (await new Promise((resolve) => spawn(program, line).once("exit", resolve))) === 0;
    }

    /** @param {() => Promise<boolean>} fact @param {ReturnType<typeof run>} service */
    async function until(fact, { child, output }) {
      for (const limit = Date.now() + 60_000; !(await fact()); await sleep(50)) {
        if (Date.now() > limit || child.exitCode !== null) throw new Error(output());
      }
    }

    /** @param {string} url @param {string} method @param {object} params @param {string} [authToken] */
    async function call(url, method, params, authToken) {
      const response = await fetch(`${url}/Services/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id: 1, method, params, ...(authToken ? { authToken } : {}) }),
      });
      return (await response.json()).result;
    }

    test("the image contains nothing of the sandbox", () => {
      const files = fs.readdirSync(path.join(folder, "app"), { recursive: true, encoding: "utf8" });
      expect(files.filter((file) => file.includes("sandbox"))).toEqual([]);
      const maps = files.filter((file) => file.endsWith(".map") && file.startsWith("apps/server"));
      expect(maps.length).toBeGreaterThan(0);
      for (const map of maps) {
        /** @type {{ sources: string[] }} */
        const { sources } = JSON.parse(fs.readFileSync(path.join(folder, "app", map), "utf8"));
        expect(sources.filter((source) => source.includes("apps/sandbox"))).toEqual([]);
      }
    });

    test.skipIf(!confined)(
      "a service cannot write outside its folders (root on Linux: unshare, setpriv)",
      async () => {
        const program = `
        const tried = (place) => { try { fs.writeFileSync(place, ""); return "sim"; } catch (error) { return error.code; } };
        console.log([process.getuid(), tried("x"), tried("/tmp/x"), tried("/var/tmp/x"), tried("/dev/shm/x"),
          tried(process.env.DATA_DIR + "/x"), tried(process.env.TMPDIR + "/x")].join(" "));`;
        const tried = run("http", {}, ["node", "-e", program]);
        expect(await tried.exited, tried.output()).toBe(0);
        const [uid, ...answers] = tried.output().trim().split(" ");
        expect(uid).toBe(String(CONTAINER_USER));
        expect(answers.slice(0, 4)).not.toContain("sim");
        expect(answers.slice(4)).toEqual(["sim", "sim"]);
      },
    );

    test("a thread of the image starts and reads a document", async () => {
      const program = `
        const { Piscina } = await import("piscina");
        const filename = process.cwd() + "/apps/server/dist/task-thread.mjs";
        const thread = new Piscina({ filename, minThreads: 0, maxThreads: 1, atomics: "disabled" });
        console.log(await thread.run({ bytes: Buffer.from("<a/>") }, { name: "readJson" }));`;
      const tried = run("http", {}, ["node", "--input-type=module", "-e", program]);
      expect(await tried.exited, tried.output()).toBe(0);
      expect(tried.output().trim()).toBe("{ a: '' }");
    });

    test("the first day works: setup twice, http and worker ready, first conta, backup, orderly stop", async () => {
      const queue = { REDIS_URL: "" };
      const { http, worker, url } = await open(queue);
      expect(await (await fetch(`${url}/`)).text()).toContain("<html");

      const again = run("setup", queue);
      expect(await again.exited, again.output()).toBe(0);

      const command = [
        ...["node", "apps/server/dist/conta.mjs", "criar", "central", "--uf", "SP", "--tipo", "Jurídica"],
        ...["--email", "ana@exemplo.test", "--usuario", "ana", "--nome", "Ana Prado"],
      ];
      const conta = run("http", { ...queue, PUBLIC_URL: "https://malote.exemplo.test" }, command);
      expect(await conta.exited, conta.output()).toBe(0);
      const [, inviteToken] = /usuario_convidado\/setup\/([\w-]+)$/m.exec(conta.output()) ?? [];
      const usuario = { nome: "Ana", nomeCompleto: "Ana Prado" };
      const invite = await call(url, "Usuario.saveInviteUsuario", { usuario, inviteToken, password: SENHA });
      expect(invite).toMatchObject({ sucesso: true });
      const signIn = { identificador: "central", nomeUsuario: "ana", senha: SENHA };
      const { authToken } = await call(url, "Auth.logar", signIn);
      expect(await call(url, "Empresa.getListEmpresa", {}, authToken)).toMatchObject({ sucesso: true });

      const chave = run("http", queue, ["node", "apps/server/dist/chave.mjs", "estado"]);
      expect(await chave.exited, chave.output()).toBe(0);

      for (const word of ["criar", "conferir"]) {
        const places = { BACKUP_DESTINO: path.join(folder, "tmp", "backups"), BACKUP_SENHA: SENHA.repeat(2) };
        const backup = run("backup", { ...queue, ...places }, ["node", "apps/server/dist/backup.mjs", word]);
        expect(await backup.exited, backup.output()).toBe(0);
      }

      const half = (/** @type {string} */ name) => bytesOf(serviceOf(compose, name).mem_limit) / 2;
      expect(http.limit?.worst() ?? 0).toBeLessThan(half("http"));
      expect(worker.limit?.worst() ?? 0).toBeLessThan(half("worker"));
      await stop("http", http);
      await stop("worker", worker);
    });

    test.skipIf(!TEST_REDIS_URL)(
      "the queue runs in a password-protected Redis, started by the command of the compose file",
      async () => {
        const queue = await openRedis();
        const { http, worker } = await open({ REDIS_URL: queue });
        const withoutPassword = new URL(queue);
        withoutPassword.password = "";
        expect(await ping(withoutPassword.href)).toMatch(/NOAUTH/);
        expect(await ping(queue)).toBe("PONG");
        await stop("http", http);
        await stop("worker", worker);
      },
    );

    /** Starts Redis with the command of the compose file, on a free port.
     * @returns {Promise<string>} its address with the password */
    async function openRedis() {
      const port = String(await anyPort());
      const data = fs.mkdtempSync(path.join(folder, "fila-"));
      const [shell = "", flag = "", text = ""] = serviceOf(compose, "redis").command.map((word) =>
        interpolate(word, SECRETS).replaceAll("/tmp/", `${data}/`),
      );
      const there = `${text.trim()} --bind 127.0.0.1 --port ${port} --dir ${data}`;
      const env = { PATH: neutralEnv().PATH, REDISCLI_AUTH: SECRETS.REDIS_PASSWORD };
      running.push(spawn(shell, [flag, there], { stdio: "ignore", env }));
      const url = `redis://:${SECRETS.REDIS_PASSWORD}@127.0.0.1:${port}/0`;
      for (const limit = Date.now() + 10_000; (await ping(url)) !== "PONG"; await sleep(50)) {
        if (Date.now() > limit) throw new Error("the redis-server of the compose file did not start");
      }
      return url;
    }
  },
);

/** Sends PING and returns the reply of Redis. @param {string} url @returns {Promise<string>} */
async function ping(url) {
  const { hostname, port, password } = new URL(url);
  const env = { ...process.env, ...(password === "" ? {} : { REDISCLI_AUTH: password }) };
  const { stdout, stderr } = spawnSync("redis-cli", ["-h", hostname, "-p", port, "ping"], {
    encoding: "utf8",
    env,
  });
  return `${stdout}${stderr}`.trim();
}

/** Creates a database on the tests' server.
 * @param {string} name @returns {Promise<string>} its owner's address */
async function createDatabase(name) {
  const pg = loadPg();
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(String(TEST_DATABASE_URL));
  url.pathname = `/${name}`;
  return url.toString();
}
