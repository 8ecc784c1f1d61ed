import fs from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { hexOf } from "../../src/services/documento/to-documento.ts";
import { openPop3Server, pollCaixa, type ServedMessage, writeMessage } from "../setup/pop3-server.ts";
import { withStepBefore } from "../setup/step-blobs.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());

async function openCaixa(porta: number, days: number | null): Promise<string> {
  const { caixaId } = await pipeline.createCaixa(pipeline.contaId, { port: porta });
  await pipeline.asOwner("UPDATE caixa_email SET apagar_apos_dias = $2 WHERE id = $1", [caixaId, days]);
  return caixaId;
}

const makeServed = (prefix: string, n: number): ServedMessage[] =>
  Array.from({ length: n }, (_, i) => ({ uid: `${prefix}-${i}`, raw: writeMessage(`${prefix} ${i}`) }));
const uidsOf = ({ messages }: { messages: readonly ServedMessage[] }): string[] =>
  messages.map(({ uid }) => uid);

/** Ages the messages of a mailbox by some days; sessions and certificates of the test stay valid. */
async function ageMessages(caixaId: string, days: number): Promise<void> {
  await pipeline.asOwner(
    "UPDATE caixa_mensagem SET vista_em = vista_em - make_interval(days => $2) WHERE caixa_id = $1",
    [caixaId, days],
  );
}

test("nothing is deleted in a mailbox without a deletion rule", async () => {
  const server = await openPop3Server(makeServed("fica", 3));
  const caixaId = await openCaixa(server.port, null);
  await pollCaixa(pipeline, caixaId);
  await ageMessages(caixaId, 4_000);
  await pollCaixa(pipeline, caixaId);
  expect(server.received.filter((line) => line.startsWith("DELE"))).toEqual([]);
  await server.close();
});

test("messages older than the rule's days are deleted, newer ones stay", async () => {
  const server = await openPop3Server(makeServed("velha", 2));
  const caixaId = await openCaixa(server.port, 7);
  await pollCaixa(pipeline, caixaId);
  await ageMessages(caixaId, 8);
  server.messages.push(...makeServed("nova", 1));
  await pollCaixa(pipeline, caixaId);
  expect(uidsOf(server)).toEqual(["nova-0"]);
  const rows = await pipeline.asOwner(
    "SELECT uid, apagada_em IS NOT NULL AS apagada FROM caixa_mensagem WHERE caixa_id = $1 ORDER BY uid",
    [caixaId],
  );
  expect(rows).toEqual([
    { uid: "nova-0", apagada: false },
    { uid: "velha-0", apagada: true },
    { uid: "velha-1", apagada: true },
  ]);
  await server.close();
});

test("a message too large, one with missing bytes, and one that was replaced stay on the server", async () => {
  const large = { uid: "grande", raw: writeMessage("grande", { corpo: "x".repeat(90_000) }) };
  const [missing, replaced] = [...makeServed("falta", 1), ...makeServed("outra", 1)];
  if (!missing || !replaced) throw new Error("no messages");
  const server = await openPop3Server([large, missing, replaced]);
  const caixaId = await openCaixa(server.port, 1);
  const { config } = pipeline.ctx;
  const before = config.emailMaxBytes;
  config.emailMaxBytes = 64 * 1_024;
  await pollCaixa(pipeline, caixaId);
  await ageMessages(caixaId, 2);
  const sha256 = hexOf("sha256", Buffer.from(missing.raw, "latin1"));
  const [blob] = (await fs.readdir(blobFolderOf(pipeline.config), { recursive: true })).filter((f) =>
    f.endsWith(sha256),
  );
  if (!blob) throw new Error("the blob file was not found");
  await fs.rm(path.join(blobFolderOf(pipeline.config), blob));
  server.messages = [large, missing, { uid: replaced.uid, raw: writeMessage("outra, que veio depois") }];
  await pollCaixa(pipeline, caixaId);
  config.emailMaxBytes = before;
  expect(uidsOf(server)).toEqual(["grande", "falta-0", "outra-0"]);
  await server.close();
});

test("a server that fails to delete is reported on the mailbox, whose mail is still read", async () => {
  const server = await openPop3Server(makeServed("presa", 1), {
    onDele: () => {
      void server.close();
      return new Promise(() => {});
    },
  });
  const caixaId = await openCaixa(server.port, 1);
  await pollCaixa(pipeline, caixaId);
  await ageMessages(caixaId, 2);
  expect(await pollCaixa(pipeline, caixaId)).toEqual([]);
  const rows = await pipeline.asOwner(
    "SELECT falhas_seguidas, ultimo_erro IS NOT NULL AS erro FROM caixa_email WHERE id = $1",
    [caixaId],
  );
  expect(rows).toEqual([{ falhas_seguidas: 0, erro: true }]);
  expect(
    await pipeline.asOwner("SELECT apagada_em FROM caixa_mensagem WHERE caixa_id = $1", [caixaId]),
  ).toEqual([{ apagada_em: null }]);
});

test("messages that cannot be deleted are fetched again and do not block the deletion of others", async () => {
  const server = await openPop3Server(makeServed("perdida", 201));
  const caixaId = await openCaixa(server.port, 1);
  await visitAndMarkRead(caixaId);
  await ageMessages(caixaId, 3);
  for (const file of await fs.readdir(blobFolderOf(pipeline.config), { recursive: true })) {
    if (/[0-9a-f]{64}$/.test(file)) await fs.rm(path.join(blobFolderOf(pipeline.config), file));
  }
  server.messages.push(...makeServed("inteira", 1));
  await visitAndMarkRead(caixaId);
  await ageMessages(caixaId, 2);
  const [lost] = server.messages;
  if (!lost) throw new Error("no messages are left");
  await visitAndMarkRead(caixaId);
  // This visit checks the messages after the first 200. Those 200 are stored again, so their days
  // before deletion begin again.
  expect(await pipeline.ctx.blobs.get(pipeline.contaId, shaOf(lost))).not.toBeNull();
  expect(uidsOf(server)).not.toContain("inteira-0");
  await ageMessages(caixaId, 2);
  await visitAndMarkRead(caixaId);
  await ageMessages(caixaId, 2);
  await visitAndMarkRead(caixaId);
  expect(uidsOf(server)).toEqual([]);
  await server.close();
});

test("where uids prove little, messages without a header hash do not block the deletion of others", async () => {
  const makeNumbered = (from: number, n: number): ServedMessage[] =>
    Array.from({ length: n }, (_, i) => ({ uid: String(from + i), raw: writeMessage(`n ${from + i}`) }));
  const server = await openPop3Server(makeNumbered(1, 230));
  const caixaId = await openCaixa(server.port, 1);
  await visitAndMarkRead(caixaId);
  await ageMessages(caixaId, 2);
  await pipeline.asOwner("UPDATE caixa_mensagem SET prova = NULL WHERE caixa_id = $1 AND uid::int <= 200", [
    caixaId,
  ]);
  // The last twenty are unchanged, so the earlier ones are not requested.
  await pipeline.asOwner(`UPDATE caixa_mensagem SET vista_em = now() WHERE caixa_id = $1 AND uid = '230'`, [
    caixaId,
  ]);
  await visitAndMarkRead(caixaId);
  expect(server.messages.length).toBe(201);
  expect(uidsOf(server)).toContain("230");
  await server.close();
});

test("a rule that is switched off during a visit deletes nothing more", async () => {
  const server = await openPop3Server(makeServed("salva", 2));
  const caixaId = await openCaixa(server.port, 1);
  await visitAndMarkRead(caixaId);
  await ageMessages(caixaId, 2);
  const { blobs } = pipeline.ctx;
  const ctx: AppContext = {
    ...pipeline.ctx,
    blobs: {
      ...blobs,
      get: async (contaId, sha256) => {
        await pipeline.asOwner("UPDATE caixa_email SET apagar_apos_dias = NULL WHERE id = $1", [caixaId]);
        return await blobs.get(contaId, sha256);
      },
    },
  };
  await runPipelineJob(ctx, jobOf(caixaId));
  expect(server.received.filter((line) => line.startsWith("DELE"))).toEqual([]);
  await server.close();
});

const shaOf = ({ raw }: ServedMessage): string => hexOf("sha256", Buffer.from(raw, "latin1"));

function jobOf(caixaId: string) {
  const prazo = new Date(Date.now() + 295_000);
  return {
    contaId: pipeline.contaId,
    tipo: "poll",
    alvo: caixaId,
    tarefaId: caixaId,
    tentativa: 1,
    prazo,
  } as const;
}

/** A visit after which every message counts as read. */
async function visitAndMarkRead(caixaId: string): Promise<void> {
  await runPipelineJob(pipeline.ctx, jobOf(caixaId));
  await pipeline.asOwner("UPDATE email SET estado = 'lido' WHERE caixa_id = $1", [caixaId]);
}

/** Counts the outside effects of a visit; from the nth on, the process is dead and every effect
 * fails. */
function dieAt(ctx: AppContext, n: number): { ctx: AppContext; steps(): number } {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps >= n) throw new Error("the process is dead");
  };
  const { database, blobs } = ctx;
  const dying: AppContext = {
    ...ctx,
    database: {
      ...database,
      // Dies before the transaction, in its middle, or right after its commit.
      withConta: async (contaId, fn) => {
        step();
        const result = await database.withConta(contaId, async (db) => {
          const inside = await fn(db);
          step();
          return inside;
        });
        step();
        return result;
      },
    },
    blobs: withStepBefore(blobs, step),
  };
  return { ctx: dying, steps: () => steps };
}

test("DELE is sent only for e-mails committed with their bytes, wherever the process dies", async () => {
  const violations: string[] = [];
  let deleted = 0;
  const onDele = async (raw: string): Promise<void> => {
    deleted += 1;
    const sha256 = hexOf("sha256", Buffer.from(raw, "latin1"));
    const rows = await pipeline.asOwner("SELECT estado FROM email WHERE sha256 = $1", [sha256]);
    const blob = await pipeline.ctx.blobs.get(pipeline.contaId, sha256);
    if (rows.length !== 1 || blob === null) violations.push(raw.slice(0, 60));
  };
  const server = await openPop3Server([], { onDele });
  const caixaId = await openCaixa(server.port, 1);
  const all = new Set<string>();
  let died = 0;
  for (let n = 1, alive = false; !alive; n += 1) {
    // Messages to fetch and messages to delete, at every point of death.
    for (const message of server.messages.length < 5 ? makeServed(`morte ${n}`, 4) : []) {
      server.messages.push(message);
      all.add(hexOf("sha256", Buffer.from(message.raw, "latin1")));
    }
    const { ctx } = dieAt(pipeline.ctx, n);
    const prazo = new Date(Date.now() + 295_000);
    const job = {
      contaId: pipeline.contaId,
      tipo: "poll",
      alvo: caixaId,
      tarefaId: caixaId,
      tentativa: 1,
      prazo,
    } as const;
    alive = await runPipelineJob(ctx, job).then(
      () => true,
      () => false,
    );
    died += Number(!alive);
    await pipeline.asOwner("UPDATE email SET estado = 'lido' WHERE caixa_id = $1", [caixaId]);
    await ageMessages(caixaId, 2);
  }
  expect(died).toBeGreaterThan(20);
  expect(violations).toEqual([]);
  expect(deleted).toBeGreaterThan(0);
  await pollCaixa(pipeline, caixaId);
  const here = await pipeline.asOwner<{ sha256: string }>("SELECT sha256 FROM email WHERE caixa_id = $1", [
    caixaId,
  ]);
  expect(new Set(here.map(({ sha256 }) => sha256))).toEqual(all);
  await server.close();
});
