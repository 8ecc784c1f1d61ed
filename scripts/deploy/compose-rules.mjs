import { bytesOf, interpolate, variablesOf } from "./compose-file.mjs";

/** @typedef {import("./compose-file.mjs").Compose} Compose */
/** @typedef {import("./compose-file.mjs").Service} Service */
/** Returns the faults of one service. once: a one-shot service whose end others wait for.
 * @typedef {(service: Service, facts: { name: string, once: boolean }) => unknown[]} Rule */

/** Endings of the names of secret settings. The name of a setting that holds a file path has another one. */
const SECRET = /(PASSWORD|SENHA|_KEY|SECRET|AUTH)$/;
/** Largest share of the container's memory for the main heap: threads, buffers and code need the rest. */
const HEAP_SHARE = 0.7;

/** True when a port is published on loopback, or on an address that the operator must set.
 * @param {unknown} port */
function isBound(port) {
  const asGiven = interpolate(String(port).replaceAll(/:\?[^}]*\}/g, ":-1}"), {});
  return /^127\.0\.0\.1:\d+:\d+$/.test(asGiven);
}

/** @param {Service} service @returns {number | null} heap size allowed by NODE_OPTIONS, in bytes */
function heapOf({ environment }) {
  const [, megabytes] = /--max-old-space-size=(\d+)/.exec(String(environment?.NODE_OPTIONS)) ?? [];
  return megabytes ? Number(megabytes) * 1024 ** 2 : null;
}

/** @type {Record<string, Rule>} */
const RULES = {
  image: ({ image, build }) => [
    build === undefined &&
      !/^[a-z/]+:[0-9.]+(-slim)?@sha256:[0-9a-f]{64}$/.test(image ?? "") &&
      `image ${image}: name it by version and digest`,
  ],
  life: ({ restart, healthcheck, stop_grace_period }, { once }) => [
    restart !== (once ? "no" : "unless-stopped") && `restart: ${restart}`,
    !once && !healthcheck?.test && "healthcheck is missing",
    healthcheck &&
      !(healthcheck.start_period || healthcheck.retries) &&
      "healthcheck says neither retries nor start_period",
    !once && !stop_grace_period && "stop_grace_period is missing",
  ],
  limits: (service) => [
    !(bytesOf(service.mem_limit) > 0) && "mem_limit is missing",
    !(Number(service.pids_limit) > 0) && "pids_limit is missing",
    service.build !== undefined && heapOf(service) === null && "NODE_OPTIONS sets no --max-old-space-size",
    Number(heapOf(service)) > HEAP_SHARE * bytesOf(service.mem_limit) &&
      `the heap of NODE_OPTIONS is more than ${HEAP_SHARE} of mem_limit`,
  ],
  logs: ({ logging }) => [
    !(logging?.driver === "json-file" && logging.options?.["max-size"] && logging.options["max-file"]) &&
      "logging is not bounded by max-size and max-file",
  ],
  powers: (service) => [
    service.privileged && "privileged",
    service.cap_add && "cap_add",
    !service.cap_drop?.includes("ALL") && "cap_drop is not ALL",
    !service.security_opt?.includes("no-new-privileges:true") && "no-new-privileges is missing",
    service.read_only !== true && "the root can be written: read_only is missing",
    (!service.user || /^(root|0)(:|$)/.test(service.user)) &&
      `user ${service.user}: name one without privileges`,
    [service.network_mode, service.pid, service.ipc].includes("host") && "a namespace of the host",
    service.volumes?.some((volume) => /docker\.sock|^\/[^:]*:/.test(volume)) &&
      "a folder of the host by a fixed path",
  ],
  ports: ({ ports = [] }) => ports.map((port) => !isBound(port) && `port ${port} is not bound to 127.0.0.1`),
  secrets: ({ environment = {}, command, entrypoint }) => [
    ...Object.entries(environment).map(
      ([key, value]) =>
        SECRET.test(key) &&
        !/^(\$\{.*\}|\/run\/secrets\/\w+)?$/.test(String(value)) &&
        `${key}: a secret written into the file`,
    ),
    variablesOf([command, entrypoint]).some((variable) => SECRET.test(variable)) &&
      "a secret among the arguments of the command, which every process sees",
  ],
};

/** @param {Compose} compose @returns {string[]} broken rules, e.g. "http: mem_limit is missing" */
export function lintCompose(compose) {
  const awaited = Object.values(compose.services).flatMap(({ depends_on = {} }) =>
    Object.entries(depends_on),
  );
  const once = new Set(
    awaited
      .filter(([, { condition }]) => condition === "service_completed_successfully")
      .map(([name]) => name),
  );
  return Object.entries(compose.services).flatMap(([name, service]) =>
    Object.values(RULES)
      .flatMap((rule) => rule(service, { name, once: once.has(name) }))
      .filter((fault) => typeof fault === "string")
      .map((fault) => `${name}: ${fault}`),
  );
}

/** Settings that compose fixes itself, or that have no meaning in a container. */
const NOT_PASSED = {
  PORT: "set by the image",
  HOST: "set by the image",
  DATA_DIR: "set by the image",
  METRICS_HOST: "all of the container: nothing is published without docker-compose.metricas.yml",
  WORKER_HOST: "loopback of the worker's container, for its health check",
  WORKER_PORT: "fixed: only for the worker's health check",
  FEED_HOST: "where the port is published; in the container set by the image",
  MAIL_ALLOW_PRIVATE: "only for the sandbox",
  SANDBOX: "never in the image",
  SANDBOX_PORT: "never in the image",
  SANDBOX_LIVE_MAIL: "never in the image",
  SANDBOX_HISTORY: "never in the image",
};
/** Settings that only the services in `of` may receive; empty `of`: only compose itself. First match wins. */
const ONLY = [
  {
    of: [],
    names:
      /^(POSTGRES_PASSWORD|POSTGRES_APP_PASSWORD|REDIS_PASSWORD|MALOTE_PORT|METRICS_PORT_WORKER|BACKUP_PASTA)$/,
  },
  { of: ["setup", "backup"], names: /^DATABASE_URL$/ },
  { of: ["backup"], names: /^(BACKUP_|S3_|AWS_)/ },
];

/**
 * Lists settings of .env.example that do not reach the containers that need them, and the reverse.
 * @param {Compose} compose all files merged @param {string} example .env.example
 * @returns {string[]}
 */
export function lintSettings(compose, example) {
  const explained = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
  const asked = new Set(variablesOf(compose));
  const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
  const missing = explained
    .filter((name) => !(name in NOT_PASSED))
    .flatMap((setting) => {
      const only = ONLY.find(({ names }) => names.test(setting));
      if (only?.of.length === 0) return asked.has(setting) ? [] : [`${setting}: no service uses it`];
      return ours
        .filter(
          ([name, { environment = {} }]) => (only?.of.includes(name) ?? true) !== setting in environment,
        )
        .map(([name]) => `${setting}: ${only ? "only some services may know it" : "does not reach"} ${name}`);
    });
  const unknown = [...asked].filter((name) => !explained.includes(name));
  return [...missing, ...unknown.map((name) => `${name}: .env.example does not explain it`)];
}
