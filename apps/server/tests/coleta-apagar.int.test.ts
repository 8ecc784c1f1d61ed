import fs from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../src/app-context.ts";
import { blobsOf } from "../src/app-context.ts";
import { runPipelineJob } from "../src/pipeline/run-stage.ts";
import { hexOf } from "../src/services/documento/to-documento.ts";
import { type MensagemServida, openServidorPop3, visitCaixa, writeMensagem } from "./coleta.ts";
import { createRoad, type Road } from "./road.ts";
import { stepBlobs } from "./step-blobs.ts";

let road: Road;
beforeAll(async () => {
  road = await createRoad();
});
afterAll(() => road.dispose());

async function openCaixa(porta: number, dias: number | null): Promise<string> {
  const { caixaId } = await road.createCaixa(road.contaId, { porta });
  await road.asOwner("UPDATE caixa_email SET apagar_apos_dias = $2 WHERE id = $1", [caixaId, dias]);
  return caixaId;
}

const served = (prefix: string, n: number): MensagemServida[] =>
  Array.from({ length: n }, (_, i) => ({ uid: `${prefix}-${i}`, raw: writeMensagem(`${prefix} ${i}`) }));
const uidsOf = ({ mensagens }: { mensagens: readonly MensagemServida[] }): string[] =>
  mensagens.map(({ uid }) => uid);

/** Ages the messages of a mailbox by some days; sessions and certificates of the test stay valid. */
async function age(caixaId: string, dias: number): Promise<void> {
  await road.asOwner(
    "UPDATE caixa_mensagem SET vista_em = vista_em - make_interval(days => $2) WHERE caixa_id = $1",
    [caixaId, dias],
  );
}

test("nothing is deleted in a mailbox without a deletion rule", async () => {
  const servidor = await openServidorPop3(served("fica", 3));
  const caixaId = await openCaixa(servidor.porta, null);
  await visitCaixa(road, caixaId);
  await age(caixaId, 4_000);
  await visitCaixa(road, caixaId);
  expect(servidor.heard.filter((line) => line.startsWith("DELE"))).toEqual([]);
  await servidor.close();
});

test("messages older than the rule's days are deleted, newer ones stay", async () => {
  const servidor = await openServidorPop3(served("velha", 2));
  const caixaId = await openCaixa(servidor.porta, 7);
  await visitCaixa(road, caixaId);
  await age(caixaId, 8);
  servidor.mensagens.push(...served("nova", 1));
  await visitCaixa(road, caixaId);
  expect(uidsOf(servidor)).toEqual(["nova-0"]);
  const rows = await road.asOwner(
    "SELECT uid, apagada_em IS NOT NULL AS apagada FROM caixa_mensagem WHERE caixa_id = $1 ORDER BY uid",
    [caixaId],
  );
  expect(rows).toEqual([
    { uid: "nova-0", apagada: false },
    { uid: "velha-0", apagada: true },
    { uid: "velha-1", apagada: true },
  ]);
  await servidor.close();
});

test("a message too large, one with missing bytes, and one that was replaced stay on the server", async () => {
  const grande = { uid: "grande", raw: writeMensagem("grande", { corpo: "x".repeat(90_000) }) };
  const [falta, outra] = [...served("falta", 1), ...served("outra", 1)];
  if (!falta || !outra) throw new Error("no messages");
  const servidor = await openServidorPop3([grande, falta, outra]);
  const caixaId = await openCaixa(servidor.porta, 1);
  const { config } = road.ctx;
  const before = config.emailMaxBytes;
  config.emailMaxBytes = 64 * 1_024;
  await visitCaixa(road, caixaId);
  await age(caixaId, 2);
  const sha256 = hexOf("sha256", Buffer.from(falta.raw, "latin1"));
  const [blob] = (await fs.readdir(blobsOf(road.config), { recursive: true })).filter((f) =>
    f.endsWith(sha256),
  );
  if (!blob) throw new Error("the blob file was not found");
  await fs.rm(path.join(blobsOf(road.config), blob));
  servidor.mensagens = [grande, falta, { uid: outra.uid, raw: writeMensagem("outra, que veio depois") }];
  await visitCaixa(road, caixaId);
  config.emailMaxBytes = before;
  expect(uidsOf(servidor)).toEqual(["grande", "falta-0", "outra-0"]);
  await servidor.close();
});

test("a server that fails to delete is reported on the mailbox, whose mail is still read", async () => {
  const servidor = await openServidorPop3(served("presa", 1), {
    onDele: () => {
      void servidor.close();
      return new Promise(() => {});
    },
  });
  const caixaId = await openCaixa(servidor.porta, 1);
  await visitCaixa(road, caixaId);
  await age(caixaId, 2);
  expect(await visitCaixa(road, caixaId)).toEqual([]);
  const rows = await road.asOwner(
    "SELECT falhas_seguidas, ultimo_erro IS NOT NULL AS erro FROM caixa_email WHERE id = $1",
    [caixaId],
  );
  expect(rows).toEqual([{ falhas_seguidas: 0, erro: true }]);
  expect(await road.asOwner("SELECT apagada_em FROM caixa_mensagem WHERE caixa_id = $1", [caixaId])).toEqual([
    { apagada_em: null },
  ]);
});

test("messages that cannot be deleted are fetched again and do not block the deletion of others", async () => {
  const servidor = await openServidorPop3(served("perdida", 201));
  const caixaId = await openCaixa(servidor.porta, 1);
  await visitSo(caixaId);
  await age(caixaId, 3);
  for (const file of await fs.readdir(blobsOf(road.config), { recursive: true })) {
    if (/[0-9a-f]{64}$/.test(file)) await fs.rm(path.join(blobsOf(road.config), file));
  }
  servidor.mensagens.push(...served("inteira", 1));
  await visitSo(caixaId);
  await age(caixaId, 2);
  const [perdida] = servidor.mensagens;
  if (!perdida) throw new Error("no messages are left");
  await visitSo(caixaId);
  // The visit checks the 201st lost message and the whole one; the 200 before are stored again and
  // wait anew.
  expect(await road.ctx.blobs.get(road.contaId, shaOf(perdida))).not.toBeNull();
  expect(uidsOf(servidor)).not.toContain("inteira-0");
  await age(caixaId, 2);
  await visitSo(caixaId);
  await age(caixaId, 2);
  await visitSo(caixaId);
  expect(uidsOf(servidor)).toEqual([]);
  await servidor.close();
});

test("where uids prove little, messages without a header hash do not block the deletion of others", async () => {
  const numeros = (from: number, n: number): MensagemServida[] =>
    Array.from({ length: n }, (_, i) => ({ uid: String(from + i), raw: writeMensagem(`n ${from + i}`) }));
  const servidor = await openServidorPop3(numeros(1, 230));
  const caixaId = await openCaixa(servidor.porta, 1);
  await visitSo(caixaId);
  await age(caixaId, 2);
  await road.asOwner("UPDATE caixa_mensagem SET prova = NULL WHERE caixa_id = $1 AND uid::int <= 200", [
    caixaId,
  ]);
  // The last twenty are unchanged, so the earlier ones are not requested.
  await road.asOwner(`UPDATE caixa_mensagem SET vista_em = now() WHERE caixa_id = $1 AND uid = '230'`, [
    caixaId,
  ]);
  await visitSo(caixaId);
  expect(servidor.mensagens.length).toBe(201);
  expect(uidsOf(servidor)).toContain("230");
  await servidor.close();
});

test("a rule that is switched off during a visit deletes nothing more", async () => {
  const servidor = await openServidorPop3(served("salva", 2));
  const caixaId = await openCaixa(servidor.porta, 1);
  await visitSo(caixaId);
  await age(caixaId, 2);
  const { blobs } = road.ctx;
  const ctx: AppContext = {
    ...road.ctx,
    blobs: {
      ...blobs,
      get: async (contaId, sha256) => {
        await road.asOwner("UPDATE caixa_email SET apagar_apos_dias = NULL WHERE id = $1", [caixaId]);
        return await blobs.get(contaId, sha256);
      },
    },
  };
  await runPipelineJob(ctx, jobOf(caixaId));
  expect(servidor.heard.filter((line) => line.startsWith("DELE"))).toEqual([]);
  await servidor.close();
});

const shaOf = ({ raw }: MensagemServida): string => hexOf("sha256", Buffer.from(raw, "latin1"));

function jobOf(caixaId: string) {
  const prazo = new Date(Date.now() + 295_000);
  return {
    contaId: road.contaId,
    tipo: "poll",
    alvo: caixaId,
    tarefaId: caixaId,
    tentativa: 1,
    prazo,
  } as const;
}

/** A visit after which every message counts as read. */
async function visitSo(caixaId: string): Promise<void> {
  await runPipelineJob(road.ctx, jobOf(caixaId));
  await road.asOwner("UPDATE email SET estado = 'lido' WHERE caixa_id = $1", [caixaId]);
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
      withContaSql: async (contaId, fn) => {
        step();
        const result = await database.withContaSql(contaId, async (sql) => {
          const inside = await fn(sql);
          step();
          return inside;
        });
        step();
        return result;
      },
    },
    blobs: stepBlobs(blobs, step),
  };
  return { ctx: dying, steps: () => steps };
}

test("DELE is sent only for e-mails committed with their bytes, wherever the process dies", async () => {
  const violations: string[] = [];
  let deleted = 0;
  const onDele = async (raw: string): Promise<void> => {
    deleted += 1;
    const sha256 = hexOf("sha256", Buffer.from(raw, "latin1"));
    const rows = await road.asOwner("SELECT estado FROM email WHERE sha256 = $1", [sha256]);
    const blob = await road.ctx.blobs.get(road.contaId, sha256);
    if (rows.length !== 1 || blob === null) violations.push(raw.slice(0, 60));
  };
  const servidor = await openServidorPop3([], { onDele });
  const caixaId = await openCaixa(servidor.porta, 1);
  const all = new Set<string>();
  let died = 0;
  for (let n = 1, alive = false; !alive; n += 1) {
    // Messages to fetch and messages to delete, at every point of death.
    for (const mensagem of servidor.mensagens.length < 5 ? served(`morte ${n}`, 4) : []) {
      servidor.mensagens.push(mensagem);
      all.add(hexOf("sha256", Buffer.from(mensagem.raw, "latin1")));
    }
    const { ctx } = dieAt(road.ctx, n);
    const prazo = new Date(Date.now() + 295_000);
    const job = {
      contaId: road.contaId,
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
    await road.asOwner("UPDATE email SET estado = 'lido' WHERE caixa_id = $1", [caixaId]);
    await age(caixaId, 2);
  }
  expect(died).toBeGreaterThan(20);
  expect(violations).toEqual([]);
  expect(deleted).toBeGreaterThan(0);
  await visitCaixa(road, caixaId);
  const here = await road.asOwner<{ sha256: string }>("SELECT sha256 FROM email WHERE caixa_id = $1", [
    caixaId,
  ]);
  expect(new Set(here.map(({ sha256 }) => sha256))).toEqual(all);
  await servidor.close();
});
