import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { createRoad, type Road } from "./road.ts";

/** The worker that `npm start` runs; scripts/test.mjs and test-long.mjs build it. */
const WORKER = path.resolve(import.meta.dirname, "../dist/worker.mjs");
const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Longest a worker may take to be ready, and the road to be travelled to its end after the last blow. */
const READY_MS = 30_000;
const END_MS = 180_000;
/** A blow falls between at once and this long after the work began: from the fetching to the last commit. */
const GOLPE_MAX_MS = 900;

/** What came of it: how many messages and documents went in, and what is wrong (empty when nothing is). */
export type Balanco = { mensagens: number; documentos: number; golpes: number; errado: string[] };

/**
 * Kills a real worker with -9, `golpes` times, each while it ingests a fresh lot of messages, and starts it again; then
 * holds what stands in the database against what was sent.
 * @param semente of the moments at which the blows fall
 */
export async function killWorker(o: {
  golpes: number;
  mensagensPorGolpe: number;
  semente: number;
}): Promise<Balanco> {
  const road = await createRoad();
  let worker: ChildProcess | null = null;
  try {
    const env = await workerEnv(road);
    const random = createRandom(o.semente);
    const chaves: string[] = [];
    worker = await startWorker(env);
    for (let golpe = 0; golpe < o.golpes; golpe++) {
      chaves.push(...(await putMensagens(road, o.mensagensPorGolpe)));
      await road.asOwner(
        "UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll' AND estado = 'pendente'",
      );
      await sleep(random() * GOLPE_MAX_MS);
      await kill(worker, "SIGKILL");
      worker = await startWorker(env);
    }
    const mensagens = o.golpes * o.mensagensPorGolpe;
    await waitForEnd(road, { mensagens, documentos: chaves.length });
    const errado = await findWrongs(road, chaves);
    return { mensagens, documentos: chaves.length, golpes: o.golpes, errado };
  } finally {
    if (worker) await kill(worker, "SIGTERM");
    await road.dispose();
  }
}

async function workerEnv(road: Road): Promise<NodeJS.ProcessEnv> {
  const file = path.join(road.config.dataDir, "sandbox.json");
  await fs.writeFile(file, JSON.stringify(road.sandbox.info), { mode: 0o600 });
  const { NODE_ENV: _, ...inherited } = process.env;
  return {
    ...inherited,
    DATABASE_URL: road.config.databaseUrl,
    DATA_DIR: road.config.dataDir,
    MALOTE_KEY: road.config.chave.toString("base64"),
    SANDBOX: "1",
    SANDBOX_FILE: file,
    REDIS_URL: "",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  };
}

async function startWorker(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--enable-source-maps", WORKER], {
    cwd: ROOT,
    env,
    stdio: ["ignore", process.env.LOG_LEVEL ? "inherit" : "ignore", "inherit", "ipc"],
  });
  const ready = once(child, "message", { signal: AbortSignal.timeout(READY_MS) });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`the worker ended before it was ready (${code})`);
  });
  await Promise.race([ready, died]);
  died.catch(() => {});
  return child;
}

async function kill(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** One in five messages carries three documents in a ZIP, the others one XML. */
async function putMensagens({ sandbox }: Road, quantas: number): Promise<string[]> {
  const chaves: string[] = [];
  for (let n = 0; n < quantas; n++) {
    const nome = n % 5 === 4 ? "zip-com-tres-notas" : "nota-autorizada";
    chaves.push(...(await sandbox.playCenario(nome)).chaves);
  }
  return chaves;
}

async function waitForEnd(road: Road, expected: { mensagens: number; documentos: number }): Promise<void> {
  const until = Date.now() + END_MS;
  while (Date.now() < until) {
    const [row] = await road.asOwner<{ lidos: number; notas: number; abertas: number }>(
      `SELECT (SELECT count(*)::int FROM email WHERE estado <> 'em-leitura') lidos, (SELECT count(*)::int FROM nota WHERE sefaz_status IS NOT NULL) notas,
         (SELECT count(*)::int FROM tarefa WHERE tipo = 'ingest' AND estado IN ('pendente', 'entregue')) abertas`,
    );
    if (row && row.lidos >= expected.mensagens && row.notas >= expected.documentos && row.abertas === 0)
      return;
    await sleep(200);
  }
}

/** What must hold after any number of blows, each with its sentence when it does not. */
const WRONGS: readonly { what: string; sql: string }[] = [
  {
    what: "an e-mail was not read to its end, or not well",
    sql: "SELECT id FROM email WHERE estado <> 'lido'",
  },
  {
    what: "a message stands twice",
    sql: "SELECT sha256 FROM email GROUP BY sha256 HAVING count(*) > 1",
  },
  {
    what: "a document stands twice",
    sql: "SELECT chave FROM nota GROUP BY chave, papel HAVING count(*) > 1",
  },
  {
    what: "an e-mail's parts and fates do not add up",
    sql: "SELECT id FROM email e WHERE partes <> (SELECT count(*) FROM anexo a WHERE a.email_id = e.id AND a.caminho <> '0')",
  },
  {
    what: "a document's bytes are missing or doubled",
    sql: "SELECT d.id FROM documento d WHERE (SELECT count(*) FROM documento_xml x WHERE x.documento_id = d.id) <> 1",
  },
  {
    what: "the feed has a gap",
    sql: "SELECT conta_id FROM feed GROUP BY conta_id HAVING count(*) <> max(sequencia) OR min(sequencia) <> 1",
  },
  {
    what: "a nota entered the feed other than once",
    sql: "SELECT nota_id FROM feed WHERE tipo = 'nota' GROUP BY nota_id HAVING count(*) <> 1",
  },
  {
    what: "the totals are not those of the notas",
    sql: `SELECT 1 WHERE (SELECT coalesce(sum(quantidade), 0) FROM rollup_dia) <> (SELECT count(*) FROM nota)
            OR (SELECT coalesce(sum(valor), 0) FROM rollup_dia) <> (SELECT coalesce(sum(valor_total), 0) FROM nota)`,
  },
  {
    what: "SEFAZ was never heard about a document",
    sql: "SELECT chave FROM nota WHERE sefaz_status IS DISTINCT FROM '100'",
  },
];

async function findWrongs(road: Road, chaves: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    WRONGS.map(async ({ what, sql }) => ({ what, rows: (await road.asOwner(sql)).length })),
  );
  const wrongs = found.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${what} (${rows})`);
  const have = new Set((await road.notas()).map((nota) => nota.chave));
  const lost = chaves.filter((chave) => !have.has(chave));
  if (lost.length > 0) wrongs.push(`documents were lost (${lost.length})`);
  if (have.size !== new Set(chaves).size)
    wrongs.push(`${have.size} documents stand of ${chaves.length} sent`);
  return wrongs;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A small seeded generator (mulberry32): the same seed lets the blows fall at the same moments. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
