import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { WARMUP } from "../../src/pipeline/ingest/cost.rules.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { reopenEmail } from "../../src/services/email/email-ingest.rows.ts";
import { toIngest } from "../../src/services/email/to-ingest.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { emailOf, emailOfFortyLotes, emailOfLotes, emailOfOneLote } from "../setup/costly-emails.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

/** The worker that `npm start` runs, built by scripts/test.mjs. */
const WORKER = fileURLToPath(new URL("../../dist/worker.mjs", import.meta.url));
/** CPU that an attack may cost, with room for a slow machine: without the limit it costs ten times
 * that. */
const CPU_MAX_MS = 5_000;
const JOB_MS = 295_000;
/** Enough lotes to exceed the e-mail's allowance several times on a fast machine, including 1 s for
 * a new thread. */
const LOTES = 9;

let pipeline: TestPipeline;
let xml = "";
beforeAll(async () => {
  pipeline = await createTestPipeline();
  await pipeline.sandbox.playScenario("nota-autorizada");
  await pipeline.collect();
  const [documento] = await pipeline.asOwner<{ xml_gzip: Buffer }>(
    "SELECT xml_gzip FROM documento_xml LIMIT 1",
  );
  xml = gunzipSync(documento?.xml_gzip ?? Buffer.alloc(0)).toString();
});
afterAll(() => pipeline.dispose());

type Email = { estado: string; motivo: string | null; custo_ms: number | null; sha256: string };

/** Stores a fetched message whose ingest is due. */
async function storeEmail(contaId: string, raw: Uint8Array): Promise<string> {
  const { ctx } = pipeline;
  const id = newId();
  const now = ctx.clock.now();
  const { sha256 } = await ctx.blobs.put(contaId, raw);
  await pipeline.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, $4, $4, $5, 'em-leitura')`,
    [contaId, id, sha256, now, raw.length],
  );
  await ctx.database.withConta(contaId, (db) => planTasks(db, contaId, [toIngest(contaId, id, now)]));
  return id;
}

async function read(contaId: string, alvo: string): Promise<Email> {
  await pipeline.asOwner("UPDATE tarefa SET estado = 'feita' WHERE alvo = $1", [alvo]);
  const deadline = new Date(pipeline.clock.now().getTime() + JOB_MS);
  const job = { contaId, tarefaId: newId(), tipo: "ingest" as const, alvo, tentativa: 1, prazo: deadline };
  await runPipelineJob(pipeline.ctx, job);
  return await findEmail(alvo);
}

async function findEmail(id: string): Promise<Email> {
  const [email] = await pipeline.asOwner<Email>(
    "SELECT estado, motivo, custo_ms, sha256 FROM email WHERE id = $1",
    [id],
  );
  if (!email) throw new Error(`no e-mail ${id}`);
  return email;
}

async function countMotivos(emailId: string): Promise<Record<string, number>> {
  const rows = await pipeline.asOwner<{ motivo: string; n: number }>(
    "SELECT coalesce(motivo, destino) AS motivo, count(*)::int AS n FROM anexo WHERE email_id = $1 GROUP BY 1",
    [emailId],
  );
  return Object.fromEntries(rows.map(({ motivo, n }) => [motivo, n]));
}

async function countUnread(ids: readonly string[]): Promise<number> {
  const text = "SELECT id FROM email WHERE id = ANY($1) AND estado = 'em-leitura'";
  return (await pipeline.asOwner(text, [ids])).length;
}

async function waitForEnd(id: string): Promise<Email> {
  await expect.poll(() => countUnread([id]), { timeout: 60_000 }).toBe(0);
  return await findEmail(id);
}

describe("reading an e-mail that is too costly, in the worker", () => {
  let worker: ChildProcess | undefined;
  let lotes: Buffer;
  let costly: { nineLotes: string; fortyLotes: string; other: string };
  let harmless = "";
  beforeAll(async () => {
    lotes = await emailOfLotes(xml, LOTES);
    costly = {
      nineLotes: await storeEmail(pipeline.contaId, lotes),
      fortyLotes: await storeEmail(pipeline.contaId, await emailOfFortyLotes(xml)),
      other: await storeEmail(pipeline.contaId, await emailOfLotes(xml, LOTES, "De novo")),
    };
    const { contaId: otherContaId } = await pipeline.createConta({ sandbox: true });
    harmless = await storeEmail(otherContaId, emailOf([{ nome: "nota.xml", bytes: Buffer.from(xml) }]));
    worker = startWorker();
  });
  afterAll(async () => {
    const ended = worker && once(worker, "exit");
    worker?.kill("SIGKILL");
    await ended;
  });

  test("a costly e-mail does not delay the e-mails of another conta", async () => {
    expect((await waitForEnd(harmless)).estado).toBe("lido");
    expect(await countUnread(Object.values(costly))).toBeGreaterThan(0);
  });

  test("the reading of nine lotes of 190 damaged documents is given up early, and the bytes are kept", async () => {
    expect(lotes.length).toBeLessThan(200_000);
    const email = await waitForEnd(costly.nineLotes);
    expect(email).toMatchObject({ estado: "quarentena", motivo: "caro-demais" });
    expect(email.custo_ms).toBeLessThan(CPU_MAX_MS);
    expect(await pipeline.ctx.blobs.get(pipeline.contaId, email.sha256)).toEqual(lotes);
  });

  test("the reading of 40 lotes that expand to 2 GB is given up as early", async () => {
    const email = await waitForEnd(costly.fortyLotes);
    expect(email).toMatchObject({ estado: "quarentena", motivo: "caro-demais" });
    expect(email.custo_ms).toBeLessThan(CPU_MAX_MS);
  });

  test("a costly e-mail causes one notification a day, without any text of the sender", async () => {
    expect(await waitForEnd(costly.other)).toMatchObject({ motivo: "caro-demais" });
    const emails = await pipeline.asOwner<{ dados: object }>(
      "SELECT dados FROM envio WHERE modelo = 'email-caro'",
    );
    expect(emails).toHaveLength(1);
    expect(Object.keys(emails[0]?.dados ?? {}).sort()).toEqual(["emailId", "quando"]);
  });
});

test("a costly lote is given up with every document recorded, and read whole when an administrator reprocesses it", async () => {
  const { contaId } = pipeline;
  await warmUpThread(contaId);
  const lote = await emailOfOneLote(xml);
  expect(lote.length).toBeLessThan(24_000);
  const id = await storeEmail(contaId, lote);
  expect(await read(contaId, id)).toMatchObject({ estado: "quarentena", motivo: "caro-demais" });
  const motivos = await countMotivos(id);
  // How many were read before that depends on the processor.
  expect(motivos["caro-demais"]).toBeGreaterThan(0);
  expect(Object.values(motivos).reduce((sum, n) => sum + n, 0)).toBe(192);
  const now = pipeline.clock.now();
  await pipeline.ctx.database.withConta(contaId, (db) => reopenEmail(db, contaId, { emailId: id, now }));
  expect(await read(contaId, id)).toMatchObject({ estado: "lido", motivo: null, custo_ms: null });
  expect((await countMotivos(id))["caro-demais"]).toBeUndefined();
});

/** Makes the readings of this thread that have a higher allowance because it is new. */
async function warmUpThread(contaId: string): Promise<void> {
  for (let i = 1; i <= WARMUP.leituras; i += 1) {
    const nota = { nome: "nota.xml", bytes: Buffer.from(xml) };
    const id = await storeEmail(contaId, emailOf([nota], `Nota ${i}`));
    expect((await read(contaId, id)).estado).toBe("lido");
  }
}

function startWorker(): ChildProcess {
  const { config } = pipeline;
  const { NODE_ENV: _, SANDBOX: __, ...inherited } = process.env;
  return spawn(process.execPath, [WORKER], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...inherited,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      MALOTE_KEY: config.chave.toString("base64"),
      LOG_LEVEL: "warn",
      PUBLIC_URL: "https://casa.example",
      SMTP_URL: "smtp://127.0.0.1:9",
      SMTP_FROM: "malote@casa.example",
    },
  });
}
