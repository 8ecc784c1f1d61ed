import { execFileSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { IDENTITY_FILE } from "../../../src/blob/store-identity.ts";
import { createRedisServer, type RedisServer } from "../../setup/servers/redis-server.ts";
import { createTestPipeline, type TestPipeline } from "../../setup/test-pipeline.ts";
import { type SignedInUser, signInNewUser, type Wire } from "../../setup/wire.ts";
import { findViolations } from "../inject-faults.ts";
import { probeApis, probeOf } from "./apis.ts";
import { type DrillDatabase, openDrillDatabase } from "./drill-database.ts";
import { freePort } from "./free-ports.ts";
import { type InstallationMetrics, readMetrics } from "./metrics.ts";
import { createSupervisedProcess, type SupervisedProcess } from "./supervised-process.ts";

const MEBIBYTE = 1_048_576;
/**
 * Size of the disk for blobs and for the database where this user may mount: small enough to be
 * filled.
 */
const DISK_SIZE = "700m";
const OPERATOR_EMAIL = "operador@exemplo.test";

/**
 * The whole product as real processes with its database, Redis and disks; a drill may take each of
 * them away.
 */
export type Installation = {
  pipeline: TestPipeline;
  database: DrillDatabase;
  redis: RedisServer;
  http: SupervisedProcess;
  worker: SupervisedProcess;
  /** A second worker, which only some drills start. */
  secondWorker: SupervisedProcess;
  /** The pipeline run with the http process as its server. */
  wire: Wire;
  /** A user signed in to the demo conta. */
  user: SignedInUser;
  /** The environment of the processes, also used for operator commands. */
  env(): NodeJS.ProcessEnv;
  /** The folder of the blobs, on its own disk where this user may mount. */
  blobs: string;
  /** False: drills that mount or fill a disk are skipped. */
  canMount: boolean;
  /** Additional settings for the next start of a process; none = the usual settings. */
  setEnv(extra: NodeJS.ProcessEnv): void;
  /**
   * Status of the four probes, such as "200 200 / 503 503" (saude and prontidao of http / of the
   * worker).
   */
  probe(): Promise<string>;
  /** From now on the download probe requests the file of this e-mail. */
  downloadFrom(emailId: string): void;
  /** Status of one call to each API. */
  probeApis(): Promise<Record<string, string>>;
  /** Current metrics of http and worker. */
  measure(): Promise<InstallationMetrics>;
  /** Subjects of the e-mails to the operator after the message with this number, oldest first. */
  operatorEmails(after: number): string[];
  lastOperatorEmail(): number;
  /** Sends a document and records its chave. */
  sendDocument(): Promise<void>;
  sentChaves(): readonly string[];
  /** Number of documents that were sent and are not yet stored and validated. */
  missing(): Promise<number>;
  findViolations(): Promise<string[]>;
  close(): Promise<void>;
};

export function mountDisk(folder: string, size = DISK_SIZE): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0711`, "tmpfs", folder]);
}

/**
 * Moves the contents of the folder to the disk mounted over it: an empty folder would not be
 * recognised.
 */
async function mountWithContents(folder: string): Promise<void> {
  const before = `${folder}-antes`;
  await fs.rename(folder, before);
  await fs.mkdir(folder);
  mountDisk(folder);
  await fs.cp(before, folder, { recursive: true });
  await fs.rm(before, { recursive: true });
}

export function unmount(folder: string): void {
  execFileSync("umount", ["-l", folder], { stdio: "ignore" });
}

/** Fills the disk of a folder to its last byte.   @returns a function that frees it */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, "cheio");
  const handle = await fs.open(file, "w");
  try {
    for (;;) await handle.write(Buffer.alloc(MEBIBYTE));
  } catch {
    for (let left = true; left; )
      left = await handle.write(Buffer.alloc(512)).then(
        () => true,
        () => false,
      );
  } finally {
    await handle.close().catch(() => {});
  }
  return () => fs.rm(file);
}

async function findEmail(pipeline: TestPipeline): Promise<string | null> {
  const rows = pipeline.asOwner<{ id: string }>("SELECT id FROM email ORDER BY recebida_em, id LIMIT 1");
  return (await rows.catch(() => []))[0]?.id ?? null;
}

function tryMount(): boolean {
  try {
    mountDisk("/mnt", "1m");
    unmount("/mnt");
    return true;
  } catch {
    return false;
  }
}

/** Creates the run on a database of its own, which the template of the test server does not reach. */
async function createPipelineOn(url: string): Promise<TestPipeline> {
  const { TEST_DATABASE_URL, TEST_DATABASE_MODELO } = process.env;
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_DATABASE_MODELO = "";
  try {
    return await createTestPipeline();
  } finally {
    process.env.TEST_DATABASE_URL = TEST_DATABASE_URL;
    process.env.TEST_DATABASE_MODELO = TEST_DATABASE_MODELO ?? "";
  }
}

/** Opening sets TEST_DATABASE_URL temporarily, so installations open one after the other. */
let opening: Promise<unknown> = Promise.resolve();

/** Opens an installation whose http and worker have not started yet. */
export function openInstallation(): Promise<Installation> {
  const opened = opening.then(buildInstallation);
  opening = opened.catch(() => {});
  return opened;
}

async function buildInstallation(): Promise<Installation> {
  const canMount = process.platform === "linux" && process.getuid?.() === 0 && tryMount();
  const database = await openDrillDatabase(canMount ? mountDisk : undefined);
  const pipeline = await createPipelineOn(database.url);
  const { dataDir } = pipeline.config;
  const blobs = path.join(dataDir, "blobs");
  await fs.mkdir(blobs, { recursive: true });
  // The test context has already marked the folder: the disk mounted over it must carry the same
  // identity.
  const identity = await fs.readFile(path.join(blobs, IDENTITY_FILE));
  if (canMount) await mountWithContents(blobs);
  await fs.writeFile(path.join(blobs, IDENTITY_FILE), identity);
  const redis = await createRedisServer();
  await redis.start();
  const [port, workerPort, feedPort] = [await freePort(), await freePort(), await freePort()];
  const metricsPort = await freePort(2);
  const infoFile = path.join(dataDir, "sandbox.json");
  await fs.writeFile(infoFile, JSON.stringify(pipeline.sandbox.info), { mode: 0o600 });
  let extra: NodeJS.ProcessEnv = {};
  const env = (): NodeJS.ProcessEnv => {
    const { NODE_ENV: _, ...inherited } = process.env;
    return {
      ...inherited,
      DATABASE_APP_URL: pipeline.config.databaseUrl,
      DATABASE_URL: pipeline.config.databaseUrl,
      DATA_DIR: dataDir,
      MALOTE_KEY: pipeline.config.chave.toString("base64"),
      SANDBOX: "1",
      SANDBOX_FILE: infoFile,
      REDIS_URL: redis.url,
      HOST: "127.0.0.1",
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      FEED_PORT: String(feedPort),
      METRICS_PORT: String(metricsPort),
      OPERADOR_EMAIL: OPERATOR_EMAIL,
      LOG_LEVEL: "info",
      ...extra,
    };
  };
  const http = createSupervisedProcess("http", env);
  const worker = createSupervisedProcess("worker", env);
  const [otherPort, otherMetrics] = [await freePort(), await freePort(2)];
  const secondWorker = createSupervisedProcess("worker", () => ({
    ...{ ...env(), WORKER_PORT: String(otherPort), METRICS_PORT: String(otherMetrics) },
  }));
  const base = `http://127.0.0.1:${port}`;
  const wire = { ...pipeline, server: { port, url: base, stop: async () => {} } };
  const conta = { contaId: pipeline.contaId, identificador: "demo" };
  const user = await signInNewUser(wire, { conta, nomeUsuario: "exercicio" });
  const [empresa] = pipeline.sandbox.info.empresas;
  if (empresa === undefined) throw new Error("the sandbox has no company");
  const { cnpj } = empresa;
  await pipeline.asOwner("UPDATE empresa SET feed_sefaz = true WHERE cnpj = $1", [cnpj]);
  const clientCertificate = await pipeline.sandbox.certificateIssuer.make({ cnpj });
  const { ancoraPem } = pipeline.sandbox.info;
  const { sentEmails: enviados } = pipeline.sandbox.mail;
  let emailId: string | null = null;
  const chaves: string[] = [];
  return {
    ...{ pipeline, database, redis, http, worker, secondWorker, wire, user, env, blobs, canMount },
    setEnv: (more) => {
      extra = more;
    },
    probe: async () => {
      const asked = [port, workerPort].flatMap((each) =>
        ["saude", "prontidao"].map((name) => probeOf(`http://127.0.0.1:${each}/${name}`)),
      );
      const [a, b, c, d] = await Promise.all(asked);
      return `${a} ${b} / ${c} ${d}`;
    },
    downloadFrom: (id) => {
      emailId = id;
    },
    probeApis: () =>
      probeApis({ base, feedPort, token: user.token, clientCertificate, ancoraPem, cnpj, emailId }),
    measure: async () => {
      const asked = [metricsPort, metricsPort + 1].map((each) =>
        readMetrics(`http://127.0.0.1:${each}/metrics`),
      );
      const [ofHttp = null, ofWorker = null] = await Promise.all(asked);
      return { http: ofHttp, worker: ofWorker };
    },
    operatorEmails: (after) =>
      enviados
        .list()
        .filter(({ id, para }) => id > after && para.includes(OPERATOR_EMAIL))
        .map(({ assunto }) => assunto)
        .reverse(),
    lastOperatorEmail: () => enviados.list()[0]?.id ?? 0,
    sendDocument: async () =>
      void chaves.push(...(await pipeline.sandbox.playScenario("nota-autorizada")).chaves),
    sentChaves: () => chaves,
    missing: async () => {
      const rows = await pipeline.asOwner<{ chave: string }>(
        "SELECT DISTINCT chave FROM nota WHERE sefaz_status IS NOT NULL",
      );
      const stored = new Set(rows.map(({ chave }) => chave));
      emailId ??= await findEmail(pipeline);
      return chaves.filter((chave) => !stored.has(chave)).length;
    },
    findViolations: () => findViolations(pipeline, chaves),
    close: async () => {
      await Promise.all([http.stop(), worker.stop(), secondWorker.stop()]);
      database.signal("SIGCONT");
      await pipeline.dispose().catch(() => {});
      await redis.kill();
      await database.close();
      if (canMount) for (const folder of [blobs, database.dataDir]) tryUnmount(folder);
    },
  };
}

function tryUnmount(folder: string): void {
  try {
    unmount(folder);
  } catch {
    // a drill has unmounted it already
  }
}
