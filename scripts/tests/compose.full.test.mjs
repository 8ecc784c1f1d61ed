// The compose files and the Dockerfile follow our rules, and each rule detects a fault.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DCLinter } from "dclint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { interpolate, readCompose, serviceOf } from "../deploy/compose-file.mjs";
import { lintCompose, lintSettings } from "../deploy/compose-rules.mjs";
import { lintDockerfile } from "../deploy/dockerfile-rules.mjs";
import { at } from "../setup/root.mjs";

/** @type {[string, ...string[]]} */
const FILES = ["docker-compose.yml", "docker-compose.antivirus.yml", "docker-compose.metricas.yml"];
const [MAIN] = FILES;
const compose = readCompose(MAIN);
const allFiles = readCompose(...FILES);
const dockerfile = fs.readFileSync(at("Dockerfile"), "utf8");
const example = fs.readFileSync(at(".env.example"), "utf8");
const OURS = ["setup", "http", "worker", "backup"];
const SECRETS = {
  POSTGRES_PASSWORD: "dono",
  POSTGRES_APP_PASSWORD: "servidor",
  REDIS_PASSWORD: "filadeteste",
  MALOTE_KEY: "chave",
};

/** A variable in the syntax of compose files. @param {string} name */
const variableOf = (name) => `\${${name}}`;

/** Validates a file against the Compose schema with dclint, without style rules. @param {string} file */
function lintBySchema(file) {
  const off = [
    ...["service-keys-order", "services-alphabetical-order", "service-dependencies-alphabetical-order"],
    ...["service-ports-alphabetical-order", "top-level-properties-order"],
    // dclint does not understand ${FEED_HOST:-127.0.0.1}; our own rule does.
    "no-unbound-port-interfaces",
  ];
  const quotes = /** @type {const} */ ([2, { quoteType: "double" }]);
  const levels = /** @type {[string, 0][]} */ (off.map((name) => [name, 0]));
  const rules = { ...Object.fromEntries(levels), "require-quotes-in-ports": quotes };
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  /** @type {{ messages: { message: string }[] }[]} */
  const results = linter.lintFiles([file], false);
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe("rules for compose files and the Dockerfile", () => {
  test.each([
    ["docker-compose.yml", [MAIN]],
    ["with all others", FILES],
  ])("the compose files follow the rules: %s", (_, files) => {
    expect(lintCompose(readCompose(...files))).toEqual([]);
  });

  test("the Dockerfile follows the rules", () => expect(lintDockerfile(dockerfile)).toEqual([]));

  test("every setting of .env.example reaches the containers that need it, and the compose files use no other setting", () => {
    expect(lintSettings(allFiles, example)).toEqual([]);
  });

  test.each(FILES)("every key of a compose file is in the schema of Compose: %s", (file) => {
    expect(lintBySchema(at(file))).toEqual([]);
  });

  /** @type {[fault: RegExp, broken: Record<string, unknown>][]} */
  const BROKEN = [
    [/name it by version and digest/, { build: undefined, image: "malote" }],
    [/name it by version and digest/, { build: undefined, image: "redis:8.8.0" }],
    [/restart/, { restart: "no" }],
    [/healthcheck is missing/, { healthcheck: undefined }],
    [/neither retries nor start_period/, { healthcheck: { test: ["CMD", "true"] } }],
    [/stop_grace_period/, { stop_grace_period: undefined }],
    [/mem_limit/, { mem_limit: undefined }],
    [/pids_limit/, { pids_limit: undefined }],
    [/sets no --max-old-space-size/, { environment: {} }],
    [/more than 0.7 of mem_limit/, { mem_limit: "1g" }],
    [/logging/, { logging: { driver: "json-file" } }],
    [/privileged/, { privileged: true }],
    [/cap_add/, { cap_add: ["NET_ADMIN"] }],
    [/cap_drop/, { cap_drop: ["NET_RAW"] }],
    [/no-new-privileges/, { security_opt: undefined }],
    [/read_only/, { read_only: false }],
    [/name one without privileges/, { user: "0:0" }],
    [/name one without privileges/, { user: undefined }],
    [/namespace of the host/, { network_mode: "host" }],
    [/fixed path/, { volumes: ["/var/run/docker.sock:/var/run/docker.sock"] }],
    [/not bound/, { ports: ["3000:3000"] }],
    [/not bound/, { ports: ["0.0.0.0:3000:3000"] }],
    [/not bound/, { ports: [`${variableOf("MALOTE_PORT:-3000")}:3000`] }],
    [
      /SMTP_SENHA: a secret written into the file/,
      { environment: { ...serviceOf(compose, "http").environment, SMTP_SENHA: "x" } },
    ],
    [/among the arguments/, { command: ["redis-server", "--requirepass", variableOf("REDIS_PASSWORD")] }],
  ];
  test.each(BROKEN)("the rules report %s for a service with %j", (fault, broken) => {
    const { http, ...others } = compose.services;
    const faults = lintCompose({ ...compose, services: { ...others, http: { ...http, ...broken } } });
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  test("the rules report a setting that reaches no container or a wrong container, or has no explanation", () => {
    expect(lintSettings(allFiles, `${example}\n#SMTP_NOVO=\n`)).toEqual(
      OURS.map((name) => `SMTP_NOVO: does not reach ${name}`),
    );
    const { http, ...others } = allFiles.services;
    const knows = {
      ...http,
      environment: { ...serviceOf(allFiles, "http").environment, DATABASE_URL: variableOf("POSTGRES_NOVO") },
    };
    expect(lintSettings({ ...allFiles, services: { ...others, http: knows } }, example)).toEqual([
      "DATABASE_URL: only some services may know it http",
      "POSTGRES_NOVO: .env.example does not explain it",
    ]);
  });

  const [, base = ""] = /^FROM (\S+)/m.exec(dockerfile) ?? [];
  test.each([
    [/by version and digest/, dockerfile.replaceAll(base, "node:24-slim")],
    [/different images/, dockerfile.replace(/[0-9a-f]{64}/, "0".repeat(64))],
    [/no USER/, dockerfile.replace("USER node\n", "")],
    [/as root/, dockerfile.replace("USER node", "USER root")],
    [/CMD is not the last/, `${dockerfile}\nEXPOSE 1\n`],
    [/through a shell/, dockerfile.replace(/^CMD .*/m, "CMD node http.mjs")],
    [/use COPY/, dockerfile.replace("COPY . .", "ADD . .")],
    [/copies from the repository/, dockerfile.replace("COPY --from=build /image .", "COPY . .")],
    [/stays in the image/, dockerfile.replace("USER node", "ENV MALOTE_KEY=x\nUSER node")],
    [/recommended/, dockerfile.replace("--no-install-recommends", "")],
    [/lists of apt-get/, dockerfile.replace(" && rm -rf /var/lib/apt/lists/*", "")],
    [/runs unseen/, dockerfile.replace("USER node", "RUN curl https://x.test | sh\nUSER node")],
  ])("the rules report %s for a faulty Dockerfile", (fault, broken) => {
    const [first, ...more] = new Set(
      lintDockerfile(broken).map((found) => found.replace(/^FROM \S+/, "FROM")),
    );
    expect(first).toMatch(fault);
    expect(more.every((other) => other.startsWith("FROM"))).toBe(true);
  });

  describe("the schema of Compose", () => {
    let folder = "";
    beforeAll(() => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-compose-"));
    });
    afterAll(() => fs.rmSync(folder, { recursive: true }));

    test("the schema refuses a key that Compose does not know", () => {
      const file = path.join(folder, "docker-compose.yml");
      const text = fs.readFileSync(at(MAIN), "utf8");
      fs.writeFileSync(file, text.replace("pids_limit:", "pid_limits:"));
      expect(lintBySchema(file)).toEqual([expect.stringMatching(/pid_limits|additional/i)]);
    });
  });
});

describe("the content of docker-compose.yml", () => {
  test("the file has the services of production, backup only by profile, and no sandbox", () => {
    expect(Object.keys(compose.services)).toEqual(["postgres", "redis", ...OURS]);
    expect(serviceOf(compose, "backup").profiles).toEqual(["backup"]);
    expect(JSON.stringify(compose)).not.toMatch(/sandbox/i);
  });

  test("the services start in order: database, then setup, then the others", () => {
    expect(serviceOf(compose, "setup").depends_on).toMatchObject({
      postgres: { condition: "service_healthy" },
    });
    for (const name of ["http", "worker", "backup"]) {
      expect(serviceOf(compose, name).depends_on).toEqual({
        setup: { condition: "service_completed_successfully" },
        redis: { condition: "service_healthy" },
      });
    }
  });

  test("the queue is kept by an append-only file, no eviction and a volume", () => {
    const { command, volumes, healthTest } = serviceOf(compose, "redis");
    expect(command.join(" ")).toContain("--appendonly yes");
    expect(command.join(" ")).toContain("--maxmemory-policy noeviction");
    expect(volumes).toEqual(["queue:/data"]);
    expect(healthTest.join(" ")).toContain("grep -q PONG");
  });

  test("database and blobs are in declared volumes, and backups in a folder of the operator", () => {
    expect(serviceOf(compose, "postgres").volumes).toEqual(["database:/var/lib/postgresql"]);
    for (const name of OURS) expect(serviceOf(compose, name).volumes[0]).toEqual("blobs:/dados");
    const used = Object.values(allFiles.services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => interpolate(volume, {}).split(":")[0]);
    expect([...new Set(used)].sort()).toEqual(Object.keys(allFiles.volumes ?? {}).sort());
    const [, backups] = serviceOf(compose, "backup").volumes;
    expect(interpolate(backups, { BACKUP_PASTA: "/mnt/outro-disco" })).toBe("/mnt/outro-disco:/backups");
  });

  /** Files that the operator may provide: variable and name of the secret that mounts it.
   * @type {[variable: string, secret: string][]} */
  const GIVEN_FILES = [
    ["MALOTE_KEY_ARQUIVO", "malote_key"],
    ["SEFAZ_PFX", "sefaz_pfx"],
    ["FEED_TLS_PFX", "feed_pfx"],
    ["FEED_TLS_CERT", "feed_cert"],
    ["FEED_TLS_KEY", "feed_key"],
    ["CLIENTES_ARQUIVO", "clientes"],
  ];
  test.each(GIVEN_FILES)("%s mounts its file as a secret if set, else /dev/null", (variable, secret) => {
    const given = { [variable]: "/etc/malote/arquivo" };
    const file = compose.secrets?.[secret]?.file;
    expect(interpolate(file, {})).toBe("/dev/null");
    expect(interpolate(file, given)).toBe("/etc/malote/arquivo");
    for (const name of OURS) {
      const { environment, secrets } = serviceOf(compose, name);
      expect(secrets).toContain(secret);
      expect(interpolate(environment[variable], {})).toBe("");
      expect(interpolate(environment[variable], given)).toBe(`/run/secrets/${secret}`);
    }
  });

  test("the folders of authorities and schemas are mounted read-only, if set", () => {
    const given = { ICP_BRASIL_DIR: "./icp-brasil", DFE_SCHEMAS_DIR: "/srv/xsd" };
    for (const name of OURS) {
      const { environment, volumes } = serviceOf(compose, name);
      const read = (/** @type {Record<string, string>} */ env) => [
        ...Object.keys(given).map((key) => interpolate(environment[key], env)),
        ...volumes.slice(-2).map((volume) => interpolate(volume, env)),
      ];
      expect(read({})).toEqual(["", "", "sem_icp_brasil:/icp-brasil:ro", "sem_esquemas:/esquemas:ro"]);
      expect(read(given)).toEqual([
        ...["/icp-brasil", "/esquemas"],
        ...["./icp-brasil:/icp-brasil:ro", "/srv/xsd:/esquemas:ro"],
      ]);
    }
  });

  test("the health checks of http and worker ask for readiness at the right addresses", () => {
    const appSource = fs.readFileSync(at("apps", "server", "src", "http", "create-app.ts"), "utf8");
    expect(appSource).toContain('http.get("/prontidao"');
    const check = (/** @type {string} */ name) => serviceOf(compose, name).healthTest.join(" ");
    expect(check("http")).toContain("http://127.0.0.1:3000/prontidao");
    expect(check("worker")).toContain(
      `http://127.0.0.1:${serviceOf(compose, "worker").environment.WORKER_PORT}/prontidao`,
    );
  });

  test("only http has a published port, on loopback; docker-compose.metricas.yml adds the metrics ports", () => {
    const ports = (/** @type {import("../deploy/compose-file.mjs").Compose} */ { services }, env = {}) =>
      Object.entries(services).flatMap(([name, { ports = [] }]) =>
        ports.map((port) => `${name} ${interpolate(port, env)}`),
      );
    expect(ports(compose)).toEqual(["http 127.0.0.1:3000:3000", "http 127.0.0.1:3443:3443"]);
    expect(ports(allFiles, { METRICS_PORT: "9500" })).toEqual([
      ...ports(compose),
      "http 127.0.0.1:9500:9464",
      "worker 127.0.0.1:9465:9465",
    ]);
  });

  test("METRICS_PORT enables metrics for other containers of the network; without the setting metrics are off", () => {
    const { METRICS_PORT, METRICS_HOST } = serviceOf(compose, "worker").environment;
    expect(interpolate(METRICS_PORT, {})).toBe("");
    expect(interpolate(METRICS_PORT, { METRICS_PORT: "1" })).toBe("9464");
    expect(METRICS_HOST).toBe("0.0.0.0");
  });

  test("one proxy is trusted by default, as a service on loopback needs, unless TRUST_PROXY is set", () => {
    const { TRUST_PROXY } = serviceOf(compose, "http").environment;
    expect(interpolate(TRUST_PROXY, {})).toBe("1");
    expect(interpolate(TRUST_PROXY, { TRUST_PROXY: "0" })).toBe("0");
  });

  test("compose refuses to start without its passwords, with a sentence", () => {
    const { DATABASE_URL } = serviceOf(compose, "setup").environment;
    const { DATABASE_APP_URL, REDIS_URL } = serviceOf(compose, "http").environment;
    expect(() => interpolate(DATABASE_URL, {})).toThrow("defina POSTGRES_PASSWORD");
    expect(() => interpolate(DATABASE_APP_URL, {})).toThrow("defina POSTGRES_APP_PASSWORD");
    expect(() => interpolate(REDIS_URL, {})).toThrow("defina REDIS_PASSWORD");
  });

  test("only database, setup and backup get the owner's password; the server uses another database user", () => {
    const holders = Object.keys(compose.services).filter((name) =>
      /\bPOSTGRES_PASSWORD\b/.test(JSON.stringify(compose.services[name])),
    );
    expect(holders).toEqual(["postgres", "setup", "backup"]);
    for (const name of OURS) {
      const url = new URL(interpolate(serviceOf(compose, name).environment.DATABASE_APP_URL, SECRETS));
      expect(url.username).toBe("malote_login");
    }
    expect(serviceOf(compose, "postgres").environment.POSTGRES_USER).toBe("malote");
  });

  test("the image runs the same program by default as the http service", () => {
    const [, command] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(command ?? "[]")).toEqual(serviceOf(compose, "http").command);
    expect(dockerfile).toMatch(/^ENV .*NODE_ENV=production.*SANDBOX=0/m);
  });
});
