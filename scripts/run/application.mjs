import { buildSandbox, buildServer, buildWeb, generateClient } from "../setup/build.mjs";
import { install } from "../setup/install.mjs";
import { printError, reportProgress } from "../setup/log.mjs";
import { killTools } from "../setup/run-tool.mjs";
import { keepDatabase } from "./embedded-database.mjs";
import { takeLock } from "./lock.mjs";
import { choosePort } from "./ports.mjs";
import { backupEnv, commandOf, readSandboxInfo, runSetup, sandboxEnv, serverEnv } from "./services.mjs";
import { operatorDatabase, sealingKey } from "./settings.mjs";
import { createSupervisor } from "./supervisor.mjs";

/** http stops accepting calls first, then worker and backup end their jobs. Their dependencies stop last. */
const STOP_ORDER = ["http", "worker", "backup", "sandbox"];

/** @typedef {import("./settings.mjs").Settings} Settings */
/** @typedef {import("./cleanup.mjs").Cleanup} Cleanup */

/** Returns the operator's database, or starts the embedded one.
 * @param {Settings} settings @param {Cleanup} cleanup */
async function openDatabase(settings, cleanup) {
  const own = operatorDatabase(settings);
  if (own) return own;
  const { url, appUrl } = await keepDatabase(settings.dataDir, cleanup);
  return { ownerUrl: url, databaseUrl: appUrl };
}

/** @typedef {{ port: number, sandboxPort: number | null, feedPort: number | null,
 *   workerPort: number }} Ports */

/** @param {Settings} settings @returns {Promise<Ports>} */
async function choosePorts(settings) {
  const ports = await chooseOpenPorts(settings);
  const { workerPort } = settings;
  const worker = { variable: "WORKER_PORT", isExplicit: workerPort !== null };
  // Those ports were only tested and are free again: the worker's must differ from them.
  const takenPorts = Object.values(ports);
  for (let wanted = workerPort ?? ports.port + 1; ; wanted++) {
    wanted = await choosePort({ wanted, ...worker, quiet: true });
    if (workerPort !== null || !takenPorts.includes(wanted)) return { ...ports, workerPort: wanted };
  }
}

/** @param {Settings} settings @returns {Promise<Omit<Ports, "workerPort">>} */
async function chooseOpenPorts({ host, port, isPortExplicit, feedPort, isFeedPortExplicit, ...settings }) {
  const http = await choosePort({ wanted: port, variable: "PORT", isExplicit: isPortExplicit, host });
  const feed = { variable: "FEED_PORT", isExplicit: isFeedPortExplicit, host };
  const feedChosen = feedPort === null ? null : await choosePort({ wanted: feedPort, ...feed });
  if (!settings.sandbox) return { port: http, sandboxPort: null, feedPort: feedChosen };
  const { sandboxPort: wanted, isSandboxPortExplicit: isExplicit } = settings;
  const sandboxPort = await choosePort({ wanted, variable: "SANDBOX_PORT", isExplicit });
  return { port: http, sandboxPort, feedPort: feedChosen };
}

/**
 * Starts Malote: lock, packages, database, sandbox, setup, http and worker, in parallel where possible.
 * @param {Settings} settings @param {Cleanup} cleanup
 * @returns {Promise<{ url: string, consoleUrl: string | null, feedUrl: string | null }>}
 */
export async function startApplication(settings, cleanup) {
  const { dataDir } = settings;
  const lock = takeLock(dataDir);
  cleanup.defer(lock.release);
  cleanup.defer(killTools);
  await install();
  const key = sealingKey(settings);
  operatorDatabase(settings);
  const ports = await choosePorts(settings);

  const database = openDatabase(settings, cleanup);
  const supervisor = createSupervisor({
    onFatalError: (reason) => {
      printError(reason);
      cleanup.close(1);
    },
  });
  cleanup.defer(() => supervisor.stopAll(STOP_ORDER));
  process.on("exit", supervisor.killAll);

  const sandboxProcess = openSandbox(settings, ports.sandboxPort, supervisor);
  const server = generateClient().then(buildServer);
  async function prepare() {
    const [urls] = await Promise.all([database, sandboxProcess.opened, server]);
    const env = serverEnv(settings, { ...urls, key, ...ports });
    await runSetup(env, urls.ownerUrl);
    return { env, urls };
  }
  const [{ env, urls }] = await Promise.all([prepare(), buildWeb()]);
  const services = /** @type {const} */ (["http", "worker"]).map((name) => ({
    name,
    command: commandOf(name),
    env: () => env,
  }));
  await Promise.all(services.map(supervisor.keep));
  if (settings.backup) await supervisor.keep(backupService(backupEnv(env, urls.ownerUrl)));
  sandboxProcess.onMoved(async () => {
    await runSetup(env, urls.ownerUrl);
    for (const service of services) await supervisor.renew(service);
  });

  const url = `http://127.0.0.1:${ports.port}`;
  lock.setUrl(url);
  return {
    url,
    consoleUrl: ports.sandboxPort === null ? null : `http://127.0.0.1:${ports.sandboxPort}`,
    feedUrl:
      ports.feedPort === null ? null : `https://localhost:${ports.feedPort}/Services/soap/NFeDistribuicaoDFe`,
  };
}

/** The process that makes backups every few minutes.
 * @param {NodeJS.ProcessEnv} env @returns {import("./supervisor.mjs").KeptService} */
const backupService = (env) => ({
  name: "backup",
  command: [...commandOf("backup"), "manter"],
  env: () => env,
});

/** Starts the sandbox, if enabled. onMoved: called when a restart gave it other addresses.
 * @param {Settings} settings @param {number | null} port
 * @param {Pick<ReturnType<typeof createSupervisor>, "keep">} supervisor */
function openSandbox({ dataDir }, port, supervisor) {
  /** @type {() => Promise<void>} */
  let handleMove = async () => {};
  const onMoved = (/** @type {() => Promise<void>} */ react) => {
    handleMove = react;
  };
  if (port === null) return { opened: Promise.resolve(), onMoved };
  let known = "";
  const service = {
    name: "sandbox",
    command: commandOf("sandbox"),
    env: () => sandboxEnv(dataDir, port),
    afterRestart: async () => {
      const now = readSandboxInfo(dataDir);
      if (now === known) return;
      known = now;
      reportProgress("o sandbox voltou em outros endereços: os outros processos são avisados");
      await handleMove();
    },
  };
  async function open() {
    await buildSandbox();
    await supervisor.keep(service);
    known = readSandboxInfo(dataDir);
  }
  return { opened: open(), onMoved };
}
