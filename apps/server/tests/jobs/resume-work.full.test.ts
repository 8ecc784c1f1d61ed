import fs from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BlobMissing } from "../../src/blob/blob-missing-error.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { outageWaitOf } from "../../src/errors.ts";
import { checkHealth } from "../../src/health/check-health.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import { JobFailure } from "../../src/jobs/threads/job-pools.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { waitReasonOf } from "../../src/wait-reason.ts";
import { openPop3Server, planPoll, pollCaixa } from "../setup/pop3-server.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
let work: Work | undefined;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterEach(async () => {
  await work?.stop(100);
  work = undefined;
});
afterAll(() => pipeline.dispose());

test("a job that failed on a full disk resumes as soon as there is room, before its delay ends", async () => {
  let full = true;
  const done: string[] = [];
  const run = async (_: unknown, { alvo, tipo }: { alvo: string; tipo: string }): Promise<void> => {
    if (tipo !== "envio") return;
    if (full) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    done.push(alvo);
  };
  const plannedTarefa = { tipo: "envio" as const, alvo: "carta", venceEm: pipeline.clock.now() };
  await pipeline.ctx.database.withConta(pipeline.contaId, (db) =>
    planTasks(db, pipeline.contaId, [plannedTarefa]),
  );
  work = await startWork(pipeline.ctx, { run, onGiveUp: async () => {} }, { lookMs: 300 });
  const readWait = async () => (await pipeline.asOwner("SELECT espera FROM tarefa WHERE alvo = 'carta'"))[0];
  await expect.poll(readWait, { timeout: 30_000 }).toEqual({ espera: "arquivos" });
  // A later attempt would start only after a quarter of an hour.
  await pipeline.asOwner("UPDATE tarefa SET vence_em = now() + interval '15 minutes' WHERE alvo = 'carta'");
  full = false;
  await expect.poll(() => done, { timeout: 25_000 }).toEqual(["carta"]);
});

test("an e-mail whose file is missing from the store is retried, and the health check reports it", async () => {
  const { contaId, asOwner } = pipeline;
  await pipeline.sandbox.playScenario("nota-autorizada");
  const [caixa] = await asOwner<{ id: string }>("SELECT id FROM caixa_email LIMIT 1");
  await planPoll(pipeline, contaId, caixa?.id ?? "");
  await pipeline.run("poll");
  const [email] = await asOwner<{ id: string; sha256: string }>(
    "SELECT id, sha256 FROM email WHERE estado = 'em-leitura'",
  );
  const sha256 = email?.sha256 ?? "";
  const file = path.join(blobFolderOf(pipeline.config), contaId, sha256.slice(0, 2), sha256);
  await fs.rename(file, `${pipeline.config.dataDir}/guardado`);
  const [error] = await pipeline.run("ingest");
  expect(error).toBeInstanceOf(BlobMissing);
  expect([outageWaitOf(error), waitReasonOf(error), String(error)]).toEqual([
    60_000,
    "mundo",
    expect.stringContaining(`arquivo ausente no armazém: e-mail ${email?.id} (${contaId}/`),
  ]);
  const missingFinding = (await checkHealth(pipeline.ctx)).find(({ name }) => name === "ausentes");
  expect(missingFinding).toMatchObject({ ok: false, detail: expect.stringContaining("neste processo, 1.") });
  await fs.rename(`${pipeline.config.dataDir}/guardado`, file);
  expect(await pipeline.run("ingest")).toEqual([]);
  expect(await asOwner("SELECT estado FROM email WHERE id = $1", [email?.id])).toEqual([{ estado: "lido" }]);
});

test("jobs that wait for a missing blob are counted for the operator until they are done", async () => {
  const { contaId } = pipeline;
  let isThere = false;
  const run = async (_: unknown, { tipo }: { tipo: string }): Promise<void> => {
    // An error returned by a thread loses its class.
    const { message } = new BlobMissing("e-mail x (a/b/c)");
    const missing = new JobFailure({ message, retryAfterMs: 60_000, espera: "mundo" });
    if (tipo === "envio" && !isThere) throw missing;
  };
  const plannedTarefa = { tipo: "envio" as const, alvo: "sem-arquivo", venceEm: pipeline.clock.now() };
  await pipeline.ctx.database.withConta(contaId, (db) => planTasks(db, contaId, [plannedTarefa]));
  work = await startWork(pipeline.ctx, { run, onGiveUp: async () => {} }, { lookMs: 300 });
  const waiting = () => pipeline.ctx.database.gatekeeper.countMissingBlobs();
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  const [task] = await pipeline.asOwner("SELECT espera, causa FROM tarefa WHERE alvo = 'sem-arquivo'");
  expect(task).toEqual({ espera: "mundo", causa: "arquivo-ausente" });
  isThere = true;
  await pipeline.ctx.database.gatekeeper.resumeTasks({ now: pipeline.ctx.clock.now() });
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
});

test("messages of 0 bytes are recorded once with their reason and not fetched again", async () => {
  const mailServer = await openPop3Server([
    { uid: "a", raw: "" },
    { uid: "b", raw: "" },
  ]);
  const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
    servidor: "127.0.0.1",
    port: mailServer.port,
  });
  await planPoll(pipeline, pipeline.contaId, caixaId);
  expect(await pipeline.run("poll")).toEqual([]);
  expect(await pipeline.run("ingest")).toEqual([]);
  const listEmpty = () => pipeline.asOwner("SELECT estado, motivo FROM email WHERE tamanho = 0");
  const recorded = [{ estado: "quarentena", motivo: "mensagem-ilegivel" }];
  expect(await listEmpty()).toEqual(recorded);
  mailServer.received.length = 0;
  expect(await pollCaixa(pipeline, caixaId)).toEqual([]);
  expect(await listEmpty()).toEqual(recorded);
  expect(mailServer.received.filter((line) => line.startsWith("RETR"))).toEqual([]);
  await mailServer.close();
});
