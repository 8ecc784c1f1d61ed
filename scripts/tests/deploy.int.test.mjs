// docker-compose.yml and Dockerfile without a Docker engine: read as data, and their own commands run by hand.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { anyPort } from "../run/ports.mjs";
import { at } from "../setup/root.mjs";
import { runNode } from "../setup/run-tool.mjs";
import { serverPackage } from "../setup/server-package.mjs";
import { neutralEnv } from "../testing/malote.mjs";

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
const compose = parse(fs.readFileSync(at("docker-compose.yml"), "utf8"), { merge: true });
const dockerfile = fs.readFileSync(at("Dockerfile"), "utf8");
const finalStage = dockerfile.slice(dockerfile.lastIndexOf("FROM "));
const SERVICES = ["postgres", "redis", "setup", "http", "worker"];
const OURS = ["setup", "http", "worker"];
const SECRETS = {
  POSTGRES_PASSWORD: "dono",
  POSTGRES_APP_PASSWORD: "servidor",
  REDIS_PASSWORD: "filadeteste",
  MALOTE_KEY: randomBytes(32).toString("base64"),
};

/** What the container of http asks about itself. */
const [, healthPath = ""] =
  /127\.0\.0\.1:3000(\/\w+)'/.exec(compose.services.http.healthcheck.test.join(" ")) ?? [];

/** ${NAME}, ${NAME:-default}, ${NAME:+instead} and ${NAME:?sentence}, as compose reads them. @param {string} text @param {Record<string, string>} env */
function interpolate(text, env) {
  return text.replaceAll(/\$\{(\w+)(?::([-+?])([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = env[name];
    if (kind === "+") return value ? (rest ?? "") : "";
    if (value) return value;
    if (kind === "?") throw new Error(rest);
    return rest ?? "";
  });
}

describe("docker-compose.yml", () => {
  test("has the five services of production, and no sandbox", () => {
    expect(Object.keys(compose.services)).toEqual(SERVICES);
    expect(JSON.stringify(compose)).not.toMatch(/sandbox/i);
  });

  test("waits for health: database, then setup, then http and worker", () => {
    expect(compose.services.setup.depends_on.postgres.condition).toBe("service_healthy");
    for (const name of ["http", "worker"]) {
      expect(compose.services[name].depends_on).toEqual({
        setup: { condition: "service_completed_successfully" },
        redis: { condition: "service_healthy" },
      });
    }
    for (const name of ["postgres", "redis", "http", "worker"]) {
      expect(compose.services[name].healthcheck.test, name).toBeTruthy();
    }
  });

  test("the queue loses nothing: append-only file, no eviction, a volume", () => {
    const command = compose.services.redis.command.join(" ");
    expect(command).toContain("--appendonly yes");
    expect(command).toContain("--maxmemory-policy noeviction");
    expect(compose.services.redis.volumes).toEqual(["queue:/data"]);
  });

  test("database and blobs live in volumes that are declared", () => {
    expect(compose.services.postgres.volumes).toEqual(["database:/var/lib/postgresql"]);
    for (const name of OURS) expect(compose.services[name].volumes[0]).toEqual("blobs:/dados");
    expect(Object.keys(compose.volumes).sort()).toEqual([
      "blobs",
      "database",
      "queue",
      "sem_esquemas",
      "sem_icp_brasil",
    ]);
  });

  test("passes the authorities and the operator's certificate on, read-only, when there are any", () => {
    const given = {
      ICP_BRASIL_DIR: "./icp-brasil",
      DFE_SCHEMAS_DIR: "/srv/xsd",
      SEFAZ_PFX: "/etc/malote/a1.pfx",
      SEFAZ_PFX_SENHA: "segredo",
    };
    for (const name of OURS) {
      const { environment, volumes, secrets } = compose.services[name];
      const read = (/** @type {Record<string, string>} */ env) => ({
        ...Object.fromEntries(Object.keys(given).map((key) => [key, interpolate(environment[key], env)])),
        volumes: [interpolate(volumes[1], env), interpolate(volumes[2], env)],
        file: interpolate(compose.secrets[secrets[0]].file, env),
      });
      expect(read({})).toEqual({
        ICP_BRASIL_DIR: "",
        DFE_SCHEMAS_DIR: "",
        SEFAZ_PFX: "",
        SEFAZ_PFX_SENHA: "",
        volumes: ["sem_icp_brasil:/icp-brasil:ro", "sem_esquemas:/esquemas:ro"],
        file: "/dev/null",
      });
      expect(read(given)).toEqual({
        ICP_BRASIL_DIR: "/icp-brasil",
        DFE_SCHEMAS_DIR: "/esquemas",
        SEFAZ_PFX: "/run/secrets/sefaz_pfx",
        SEFAZ_PFX_SENHA: "segredo",
        volumes: ["./icp-brasil:/icp-brasil:ro", "/srv/xsd:/esquemas:ro"],
        file: "/etc/malote/a1.pfx",
      });
    }
  });

  test("asks http about its health where the server answers", () => {
    const house = fs.readFileSync(at("apps", "server", "src", "doors", "house.ts"), "utf8");
    expect(healthPath).not.toBe("");
    expect(house).toContain(`house.get("${healthPath}", createHealthDoor(`);
  });

  test("only http is published, and only on loopback", () => {
    const published = SERVICES.filter((name) => compose.services[name].ports);
    expect(published).toEqual(["http"]);
    const ports = compose.services.http.ports.map((port) => interpolate(port, {}));
    expect(ports).toEqual(["127.0.0.1:3000:3000", "127.0.0.1:3443:3443"]);
  });

  test("trusts the one proxy that a service on loopback needs, unless the operator says otherwise", () => {
    const { TRUST_PROXY } = compose.services.http.environment;
    expect(interpolate(TRUST_PROXY, {})).toBe("1");
    expect(interpolate(TRUST_PROXY, { TRUST_PROXY: "0" })).toBe("0");
  });

  test("refuses to start without its secrets, with a sentence", () => {
    const { DATABASE_URL } = compose.services.setup.environment;
    const { DATABASE_APP_URL, REDIS_URL, MALOTE_KEY } = compose.services.http.environment;
    expect(() => interpolate(DATABASE_URL, {})).toThrow("defina POSTGRES_PASSWORD");
    expect(() => interpolate(DATABASE_APP_URL, {})).toThrow("defina POSTGRES_APP_PASSWORD");
    expect(() => interpolate(REDIS_URL, {})).toThrow("defina REDIS_PASSWORD");
    expect(() => interpolate(MALOTE_KEY, {})).toThrow("defina MALOTE_KEY");
  });

  test("the owner's password is given to the database and to setup alone; the others connect as another user", () => {
    const holders = SERVICES.filter((name) =>
      /\bPOSTGRES_PASSWORD\b/.test(JSON.stringify(compose.services[name])),
    );
    expect(holders).toEqual(["postgres", "setup"]);
    const users = OURS.map(
      (name) => new URL(interpolate(compose.services[name].environment.DATABASE_APP_URL, SECRETS)),
    );
    expect(users.map(({ username }) => username)).toEqual(["malote_login", "malote_login", "malote_login"]);
    expect(compose.services.postgres.environment.POSTGRES_USER).toBe("malote");
  });

  test("the queue asks for its password, and its health check looks at the answer", () => {
    const command = compose.services.redis.command.map((word) => interpolate(word, SECRETS));
    expect(command.slice(-2)).toEqual(["--requirepass", SECRETS.REDIS_PASSWORD]);
    expect(new URL(interpolate(compose.services.http.environment.REDIS_URL, SECRETS)).password).toBe(
      SECRETS.REDIS_PASSWORD,
    );
    expect(compose.services.redis.healthcheck.test.join(" ")).toContain("grep -q PONG");
  });

  test("images of others are named by version and digest", () => {
    const named = [compose.services.postgres.image, compose.services.redis.image];
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
    for (const image of [...named, ...bases])
      expect(image).toMatch(/^[a-z]+:[0-9.]+(-slim)?@sha256:[0-9a-f]{64}$/);
  });

  test("the antivirus is named by version, and by digest or with the command that finds it", () => {
    const text = fs.readFileSync(at("docker-compose.antivirus.yml"), "utf8");
    const { image } = parse(text, { merge: true }).services.clamav;
    expect(image).toMatch(/^clamav\/clamav:\d+\.\d+(\.\d+)?(@sha256:[0-9a-f]{64})?$/);
    if (!image.includes("@")) expect(text).toContain(`imagetools inspect ${image}`);
  });

  test("asks for nothing that .env.example does not explain", () => {
    const example = fs.readFileSync(at(".env.example"), "utf8");
    const asked = fs.readFileSync(at("docker-compose.yml"), "utf8").matchAll(/\$\{(\w+)/g);
    for (const [, name] of asked) expect(example).toMatch(new RegExp(`^#${name}=`, "m"));
  });
});

describe("Dockerfile", () => {
  test("the image runs as a user without powers, in production, without the sandbox", () => {
    expect(finalStage).toMatch(/^USER node$/m);
    expect(finalStage).toMatch(/^ENV .*NODE_ENV=production.*SANDBOX=0/m);
    expect(finalStage).not.toMatch(/COPY (?!--from=build \/image)/);
  });

  test("runs the same program as the http service", () => {
    const [, command] = /^CMD (.*)$/m.exec(finalStage) ?? [];
    expect(JSON.parse(command ?? "[]")).toEqual(compose.services.http.command);
  });
});

describe.skipIf(!TEST_DATABASE_URL)(
  "the image's own commands, against PostgreSQL (TEST_DATABASE_URL)",
  () => {
    let folder = "";
    let databaseUrl = "";
    /** @type {import("node:child_process").ChildProcess[]} */
    const running = [];

    beforeAll(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-imagem-"));
      // The very command of the Dockerfile, with another folder.
      const [, script] = /^RUN node (\S+) \/image$/m.exec(dockerfile) ?? [];
      await runNode("imagem", [at(script ?? ""), path.join(folder, "app")]);
      databaseUrl = await createDatabase(`imagem_${Date.now()}`);
    });
    afterAll(() => {
      for (const child of running) child.kill("SIGKILL");
      fs.rmSync(folder, { recursive: true, force: true });
    });

    /** @param {string} name @param {Record<string, string>} places what has another address without containers */
    function run(name, places) {
      const [program, ...args] = compose.services[name].command;
      const asked = Object.entries(compose.services[name].environment);
      const env = {
        PATH: neutralEnv().PATH,
        NODE_ENV: "production",
        SANDBOX: "0",
        ...Object.fromEntries(asked.map(([key, text]) => [key, interpolate(String(text), SECRETS)])),
        ...addresses(name),
        DATA_DIR: path.join(folder, "data"),
        ...places,
      };
      const child = spawn(program, args, {
        cwd: path.join(folder, "app"),
        env,
        // The fourth says when it is ready; a container does without.
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      running.push(child);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
      const gone = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
      const ready = new Promise((resolve) => child.once("message", resolve));
      return { child, gone, ready, output: () => output };
    }

    /** The databases' addresses without containers; only what is asked for is given. @param {string} name */
    function addresses(name) {
      const app = new URL(databaseUrl);
      [app.username, app.password] = ["imagem_login", SECRETS.POSTGRES_APP_PASSWORD];
      const given = { DATABASE_URL: databaseUrl, DATABASE_APP_URL: app.href };
      return Object.fromEntries(
        Object.entries(given).filter(([key]) => key in compose.services[name].environment),
      );
    }

    /** The worker's own health check, with the port of the database at hand. */
    function isWorkerHealthy() {
      const [kind, text] = compose.services.worker.healthcheck.test;
      expect(kind).toBe("CMD-SHELL");
      const port = Number(new URL(databaseUrl).port).toString(16).toUpperCase().padStart(4, "0");
      return spawnSync("sh", ["-c", text.replace("1538", port)]).status === 0;
    }

    /** @param {Record<string, string>} queue */
    async function liveOnce(queue) {
      const setup = run("setup", queue);
      expect(await setup.gone, setup.output()).toBe(0);
      const port = String(await anyPort());
      const http = run("http", { ...queue, PORT: port, HOST: "127.0.0.1" });
      const worker = run("worker", queue);
      const answers = async () =>
        (await fetch(`http://127.0.0.1:${port}${healthPath}`).catch(() => null))?.ok === true;
      for (const limit = Date.now() + 60_000; !(await answers()); await sleep(50)) {
        if (Date.now() > limit || http.child.exitCode !== null) throw new Error(http.output());
      }
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain("<html");
      expect(await Promise.race([worker.ready, worker.gone]), worker.output()).toBe("ready");
      expect(isWorkerHealthy()).toBe(true);
      for (const { child, gone, output } of [http, worker]) {
        child.kill("SIGTERM");
        expect(await gone, output()).toBe(0);
      }
    }

    test("the image holds nothing of the sandbox", () => {
      const files = fs.readdirSync(path.join(folder, "app"), { recursive: true, encoding: "utf8" });
      expect(files.filter((file) => file.includes("sandbox"))).toEqual([]);
      const maps = files.filter((file) => file.endsWith(".map") && file.startsWith("apps/server"));
      expect(maps.length).toBeGreaterThan(0);
      for (const map of maps) {
        const { sources } = JSON.parse(fs.readFileSync(path.join(folder, "app", map), "utf8"));
        expect(sources.filter((source) => source.includes("apps/sandbox"))).toEqual([]);
      }
    });

    test("setup, http and worker run, with the queue in PostgreSQL", () => liveOnce({ REDIS_URL: "" }));

    test.skipIf(!TEST_REDIS_URL)(
      "setup, http and worker run, with the queue in Redis behind its password",
      async () => {
        const queue = await openRedis();
        await liveOnce({ REDIS_URL: queue });
        const strangers = new URL(queue);
        strangers.password = "";
        expect(await ping(strangers.href)).toMatch(/NOAUTH/);
        expect(await ping(queue)).toBe("PONG");
      },
    );

    /** Redis with the very command of the compose file, on a free port. @returns {Promise<string>} its address with the password */
    async function openRedis() {
      const port = String(await anyPort());
      const [, ...args] = compose.services.redis.command.map((/** @type {string} */ word) =>
        interpolate(word, SECRETS),
      );
      const queue = fs.mkdtempSync(path.join(folder, "fila-"));
      running.push(
        spawn("redis-server", [...args, "--bind", "127.0.0.1", "--port", port, "--dir", queue], {
          stdio: "ignore",
        }),
      );
      const url = `redis://:${SECRETS.REDIS_PASSWORD}@127.0.0.1:${port}/0`;
      for (const limit = Date.now() + 10_000; (await ping(url)) !== "PONG"; await sleep(50)) {
        if (Date.now() > limit) throw new Error("the redis-server of the compose file did not start");
      }
      return url;
    }
  },
);

/** What Redis answers to PING. @param {string} url @returns {Promise<string>} */
async function ping(url) {
  const { hostname, port, password } = new URL(url);
  const given = password === "" ? [] : ["--no-auth-warning", "-a", password];
  const { stdout, stderr } = spawnSync("redis-cli", ["-h", hostname, "-p", port, ...given, "ping"], {
    encoding: "utf8",
  });
  return `${stdout}${stderr}`.trim();
}

/** @param {string} name @returns {Promise<string>} the owner's address of a new database on the tests' server */
async function createDatabase(name) {
  const { default: pg } = await serverPackage("pg");
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(String(TEST_DATABASE_URL));
  url.pathname = `/${name}`;
  return url.toString();
}
