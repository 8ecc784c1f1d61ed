import { MINUTE_MS } from "@malote/syntax";
import { createRandom } from "../setup/seeded-random.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import {
  emptyQueueTables,
  emptyRedis,
  type Fault,
  startWorkerProcess,
  type WorkerProcess,
} from "./faults.ts";
import { openRestartableDatabase } from "./restartable-database.ts";

/**
 * Maximum time for all work after the last fault. Shorter than the test's own limit, so that the
 * test reports what is missing.
 */
const END_MS = 8 * MINUTE_MS;
/** Maximum time from a fault until work resumes. */
const RESUME_MS = 60_000;
/** A fault happens between 0 and this time after the work begins: from the poll to the last commit. */
const FAULT_MAX_MS = 900;

/**
 * The result: messages and documents sent, the longest time until work resumed, and violations
 * (none when all is well).
 */
export type FaultReport = {
  messages: number;
  documents: number;
  faults: number;
  resumeMs: number;
  violations: string[];
};

/** The kind and number of faults, the messages before each, and the seed of the fault times. */
export type FaultPlan = { fault: Fault; faults: number; messagesPerFault: number; seed: number };

type FaultRun = {
  pipeline: TestPipeline;
  workerProcess: WorkerProcess;
  redisUrl: string;
  restart(): Promise<void>;
};

/**
 * Injects `faults` faults, each while a new batch of messages is ingested; then compares the
 * database with what was sent.
 */
export async function injectFaults(plan: FaultPlan): Promise<FaultReport> {
  if (plan.fault !== "banco")
    return await runFaults(plan, () => Promise.reject(new Error("this run has no server of its own")));
  const restartable = await openRestartableDatabase();
  const before = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = restartable.url;
  try {
    return await runFaults(plan, restartable.restart);
  } finally {
    process.env.TEST_DATABASE_URL = before;
    await restartable.close();
  }
}

async function runFaults(plan: FaultPlan, restart: () => Promise<void>): Promise<FaultReport> {
  const redisUrl = plan.fault === "redis" ? (process.env.TEST_REDIS_URL ?? "") : "";
  const pipeline = await createTestPipeline();
  const workerProcess = await startWorkerProcess(pipeline, redisUrl);
  try {
    const faultRun = { pipeline, workerProcess, redisUrl, restart };
    await waitForFirstSyncs(pipeline);
    const { chaves, resumeMs } = await injectAll(plan, faultRun);
    const messages = plan.faults * plan.messagesPerFault;
    await waitForEnd(pipeline, { messages, documents: chaves.length });
    const violations = await findViolations(pipeline, chaves);
    if (resumeMs >= RESUME_MS) violations.push(`after a blow nothing was done for ${resumeMs} ms`);
    return { messages, documents: chaves.length, faults: plan.faults, resumeMs, violations };
  } finally {
    await workerProcess.stop();
    await pipeline.dispose();
  }
}

/**
 * Waits until the first distribution syncs end. SEFAZ answers 656 when a request whose answer was
 * lost is repeated, and blocks for an hour (ADR 0021): nothing is lost, but no run ends within that
 * hour.
 */
async function waitForFirstSyncs(pipeline: TestPipeline): Promise<void> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(50)) {
    const [row] = await queryUntilAnswered<{ abertas: number }>(
      pipeline,
      "SELECT count(*)::int AS abertas FROM tarefa WHERE tipo = 'distribuicao' AND (estado <> 'pendente' OR vence_em <= now())",
    );
    if (row?.abertas === 0) return;
  }
}

async function injectAll(
  plan: FaultPlan,
  faultRun: FaultRun,
): Promise<{ chaves: string[]; resumeMs: number }> {
  const { pipeline } = faultRun;
  const random = createRandom(plan.seed);
  const chaves: string[] = [];
  let resumeMs = 0;
  for (let n = 0; n < plan.faults; n++) {
    chaves.push(...(await sendMessages(pipeline, plan.messagesPerFault)));
    await pipeline.asOwner(
      "UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll' AND estado = 'pendente'",
    );
    await sleep(random() * FAULT_MAX_MS);
    const before = await countDone(pipeline);
    const faultAt = performance.now();
    await injectFault(plan.fault, faultRun);
    await waitForMore(pipeline, before);
    resumeMs = Math.max(resumeMs, Math.round(performance.now() - faultAt));
  }
  return { chaves, resumeMs };
}

async function injectFault(
  fault: Fault,
  { pipeline, workerProcess, redisUrl, restart }: FaultRun,
): Promise<void> {
  if (fault === "fila") await emptyQueueTables(pipeline);
  else if (fault === "redis") await emptyRedis(redisUrl);
  else if (fault === "banco") await restart();
  else {
    await workerProcess.kill();
    await workerProcess.restart();
  }
}

/** Tarefas that ended, and those that are still due. */
type Progress = { feitas: number; abertas: number };

async function countDone(pipeline: TestPipeline): Promise<Progress> {
  const [row] = await queryUntilAnswered<Progress>(
    pipeline,
    `SELECT count(*) FILTER (WHERE estado = 'feita')::int AS feitas,
       count(*) FILTER (WHERE estado IN ('pendente', 'entregue') AND (tipo = 'ingest' OR vence_em <= now()))::int AS abertas FROM tarefa`,
  );
  return row ?? { feitas: 0, abertas: 0 };
}

async function waitForMore(pipeline: TestPipeline, before: Progress): Promise<void> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(50)) {
    const { feitas, abertas } = await countDone(pipeline);
    if (feitas > before.feitas || abertas === 0) return;
  }
}

/** One in five messages carries three documents in a ZIP, the others one XML. */
async function sendMessages({ sandbox }: TestPipeline, total: number): Promise<string[]> {
  const chaves: string[] = [];
  for (let n = 0; n < total; n++) {
    const nome = n % 5 === 4 ? "zip-com-tres-notas" : "nota-autorizada";
    chaves.push(...(await sandbox.playScenario(nome)).chaves);
  }
  return chaves;
}

async function waitForEnd(
  pipeline: TestPipeline,
  expected: { messages: number; documents: number },
): Promise<void> {
  const until = Date.now() + END_MS;
  while (Date.now() < until) {
    const [row] = await queryUntilAnswered<{ lidos: number; notas: number; abertas: number }>(
      pipeline,
      `SELECT (SELECT count(*)::int FROM email WHERE estado <> 'em-leitura') lidos, (SELECT count(*)::int FROM nota WHERE sefaz_status IS NOT NULL) notas,
         (SELECT count(*)::int FROM tarefa WHERE tipo = 'ingest' AND estado IN ('pendente', 'entregue')) abertas`,
    );
    if (row && row.lidos >= expected.messages && row.notas >= expected.documents && row.abertas === 0) return;
    await sleep(200);
  }
}

/** Repeats a query until it succeeds: the database may be the part with the fault. */
async function queryUntilAnswered<T extends object>(pipeline: TestPipeline, text: string): Promise<T[]> {
  for (let n = 0; ; n += 1) {
    try {
      return await pipeline.asOwner<T & Record<string, unknown>>(text);
    } catch (error) {
      if (n >= 100) throw error;
      await sleep(100);
    }
  }
}

/** Invariants after any number of faults, each with the message for its violation. */
const INVARIANTS: readonly { what: string; db: string }[] = [
  {
    what: "an e-mail was not read to its end, or not well",
    db: "SELECT id FROM email WHERE estado <> 'lido'",
  },
  {
    what: "a message stands twice",
    db: "SELECT sha256 FROM email GROUP BY sha256 HAVING count(*) > 1",
  },
  {
    what: "a document stands twice",
    db: "SELECT chave FROM nota GROUP BY chave, papel HAVING count(*) > 1",
  },
  {
    what: "an e-mail's parts and fates do not add up",
    db: `SELECT id FROM email e WHERE (partes, extraidos, problemas) <> (SELECT count(*) FILTER (WHERE caminho <> '0')::int,
            count(documento_id)::int, count(*) FILTER (WHERE destino IN ('quarentena', 'erro'))::int FROM anexo a WHERE a.email_id = e.id)`,
  },
  {
    what: "a document is called a copy although it was the first",
    db: "SELECT id FROM anexo WHERE motivo = 'mesmo-arquivo'",
  },
  {
    what: "a document's bytes are missing or doubled",
    db: "SELECT d.id FROM documento d WHERE (SELECT count(*) FROM documento_xml x WHERE x.documento_id = d.id) <> 1",
  },
  {
    what: "the feed has a gap",
    db: "SELECT conta_id FROM feed GROUP BY conta_id HAVING count(*) <> max(sequencia) OR min(sequencia) <> 1",
  },
  {
    what: "a nota entered the feed other than once",
    db: "SELECT nota_id FROM feed WHERE tipo = 'nota' GROUP BY nota_id HAVING count(*) <> 1",
  },
  {
    what: "the totals are not those of the notas",
    db: `SELECT 1 WHERE (SELECT coalesce(sum(quantidade), 0) FROM rollup_dia) <> (SELECT count(*) FROM nota)
            OR (SELECT coalesce(sum(valor), 0) FROM rollup_dia) <> (SELECT coalesce(sum(valor_total), 0) FROM nota)`,
  },
  {
    what: "SEFAZ was never heard about a document",
    db: "SELECT chave FROM nota WHERE sefaz_status IS DISTINCT FROM '100'",
  },
];

/** Returns the violated invariants after these documents were sent, a line each. */
export async function findViolations(pipeline: TestPipeline, chaves: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    INVARIANTS.map(async ({ what, db }) => ({ what, rows: (await pipeline.asOwner(db)).length })),
  );
  const wrongs = found.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${what} (${rows})`);
  const have = new Set((await pipeline.notas()).map((nota) => nota.chave));
  const lost = chaves.filter((chave) => !have.has(chave));
  if (lost.length > 0) wrongs.push(`documents were lost (${lost.length})`);
  if (have.size !== new Set(chaves).size)
    wrongs.push(`${have.size} documents stand of ${chaves.length} sent`);
  return wrongs;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
