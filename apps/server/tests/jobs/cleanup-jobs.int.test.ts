import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolderCleanup } from "../../src/blob/folder-cleanup.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { executeText, holdPresence, newId, type Presence } from "../../src/db/index.ts";
import { findReferencedBlobs } from "../../src/jobs/blobs/blob-references.rows.ts";
import { CLEANUP_JOBS, startCleanup } from "../../src/jobs/cleanup/start-cleanup.ts";
import { findScanResult, saveScanResult } from "../../src/services/antivirus/antivirus.rows.ts";
import { VALID_MS } from "../../src/services/antivirus/scan-download.ts";
import { insertImportacao } from "../../src/services/importacao/importacao.rows.ts";
import { finishTask, planTasks } from "../../src/services/task/task.rows.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
let presence: Presence;
beforeAll(async () => {
  t = await createTestContext();
  presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
});
afterAll(async () => {
  await presence.close();
  await t.dispose();
});

async function runCleanup(nome: string): Promise<number> {
  const sweeper = CLEANUP_JOBS.find((each) => each.nome === nome);
  if (!sweeper) throw new Error(`there is no cleanup job named ${nome}`);
  return await sweeper.sweep(t.ctx);
}

test("the cleanup deletes expired sessions with their tokens, and keeps the others", async () => {
  const { contaId } = await t.createConta();
  const { usuarioId } = await t.createUsuario(contaId);
  const open = async (hours: number): Promise<string> => {
    const id = newId();
    const now = t.clock.now();
    const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
    await t.ctx.database.withConta(contaId, async (db) => {
      const hash = Buffer.from(id);
      await executeText(db, "INSERT INTO sessao VALUES ($1, $2, $3, $4, null, $5, $5, $6)", [
        contaId,
        id,
        usuarioId,
        hash,
        now,
        expiresAt,
      ]);
      await executeText(db, "INSERT INTO sessao_token VALUES ($1, $2, $3, $4)", [contaId, hash, id, now]);
    });
    return id;
  };
  await open(1);
  const longer = await open(3);
  t.clock.advance(2 * HOUR_MS);
  expect(await runCleanup("sessões vencidas")).toBe(1);
  expect(await t.asOwner("SELECT id FROM sessao")).toEqual([{ id: longer }]);
  expect(await t.asOwner("SELECT sessao_id AS id FROM sessao_token")).toEqual([{ id: longer }]);
});

test("the cleanup deletes ended tarefas after 30 days, and keeps open ones", async () => {
  const { contaId } = await t.createConta();
  await t.ctx.database.withConta(contaId, async (db) => {
    const venceEm = t.clock.now();
    await planTasks(db, contaId, [
      { tipo: "ingest", alvo: "feita", venceEm },
      { tipo: "ingest", alvo: "aberta", venceEm },
    ]);
  });
  const now = t.clock.now();
  const { claimed: entregues } = await t.ctx.database.gatekeeper.claimTasks({
    tipo: "ingest",
    now,
    ate: now,
    executor: presence.executor,
    abertas: 10,
    porCota: 10,
    vez: { contaId, cota: "", ultimas: new Map() },
  });
  const [endedTarefa] = await t.asOwner<{ id: string }>("SELECT id FROM tarefa WHERE alvo = 'feita'");
  const mine = entregues.find(({ tarefaId }) => tarefaId === endedTarefa?.id);
  if (!mine) throw new Error("the tarefa was not claimed");
  await t.ctx.database.withConta(contaId, (db) => finishTask(db, contaId, { ...mine, now }));
  t.clock.advance(29 * DAY_MS);
  expect(await runCleanup("tarefas terminadas")).toBe(0);
  t.clock.advance(2 * DAY_MS);
  expect(await runCleanup("tarefas terminadas")).toBe(1);
  expect(await t.asOwner("SELECT alvo FROM tarefa")).toEqual([{ alvo: "aberta" }]);
});

test("the cleanup deletes expired antivirus results in every conta, and keeps newer ones", async () => {
  const contas = [(await t.createConta()).contaId, (await t.createConta()).contaId];
  const save = async (sha256: string): Promise<void> => {
    const scanResult = { sha256, assinatura: null, now: t.clock.now() };
    for (const contaId of contas)
      await t.ctx.database.withConta(contaId, (db) => saveScanResult(db, contaId, scanResult));
  };
  await save("velho");
  await save("renovado");
  t.clock.advance(HOUR_MS);
  await save("renovado");
  await save("novo");
  t.clock.advance(VALID_MS - HOUR_MS - MINUTE_MS);
  expect(await runCleanup("exames do antivírus")).toBe(0);
  t.clock.advance(MINUTE_MS);
  expect(await runCleanup("exames do antivírus")).toBe(2);
  const left = await t.asOwner<{ sha256: string }>("SELECT sha256 FROM antivirus ORDER BY sha256");
  expect(left.map(({ sha256 }) => sha256)).toEqual(["novo", "novo", "renovado", "renovado"]);
  const since = new Date(t.clock.now().getTime() - VALID_MS);
  for (const contaId of contas) {
    const found = await t.ctx.database.withConta(contaId, (db) =>
      findScanResult(db, contaId, { sha256: "novo", desde: since }),
    );
    expect(found).toEqual({ assinatura: null });
  }
});

test("a cleanup job stops between two contas when its process ends", async () => {
  for (let n = 0; n < 3; n += 1) await t.createConta();
  const { database } = t.ctx;
  for (const nome of ["contas dos e-mails", "trabalho parado", "caixas silenciosas"]) {
    const ending = new AbortController();
    let contas = 0;
    const withConta: typeof database.withConta = (contaId, fn) => {
      contas += 1;
      ending.abort();
      return database.withConta(contaId, fn);
    };
    const sweeper = CLEANUP_JOBS.find((each) => each.nome === nome);
    await sweeper?.sweep({ ...t.ctx, database: { ...database, withConta } }, ending.signal);
    expect(contas).toBe(1);
  }
});

test("the cleanup creates the partitions of the next months in advance", async () => {
  t.clock.advance(40 * DAY_MS);
  expect(await runCleanup("partições do mês")).toBeGreaterThanOrEqual(2);
  expect(await runCleanup("partições do mês")).toBe(0);
});

test("the cleanup deletes a blob that nothing references, and keeps those of e-mails and imported files", async () => {
  const { contaId } = await t.createConta();
  const named = await t.ctx.blobs.put(contaId, Buffer.from("de um e-mail"));
  const sent = await t.ctx.blobs.put(contaId, Buffer.from("de uma pessoa"));
  const orphan = await t.ctx.blobs.put(contaId, Buffer.from("de ninguém"));
  await t.ctx.database.withConta(contaId, (db) =>
    executeText(
      db,
      "INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, now(), now(), 1, 'lido')",
      [contaId, newId(), named.sha256],
    ),
  );
  const { usuarioId, nomeUsuario } = await t.createUsuario(contaId);
  const newImportacao = {
    ...sent,
    id: newId(),
    nomeArquivo: "a.zip",
    usuarioId,
    usuario: nomeUsuario,
    now: t.clock.now(),
  };
  await t.ctx.database.withConta(contaId, (db) => insertImportacao(db, contaId, newImportacao));
  const sweeper = createFolderCleanup(blobFolderOf(t.config), (conta, names) =>
    findReferencedBlobs(t.ctx.database, conta, names),
  );
  for (let n = 0; n < 2; n += 1) {
    t.clock.advance(49 * HOUR_MS);
    await sweeper.run(t.clock.now());
  }
  expect(await t.ctx.blobs.get(contaId, orphan.sha256)).toBeNull();
  expect(await t.ctx.blobs.get(contaId, named.sha256)).not.toBeNull();
  expect(await t.ctx.blobs.get(contaId, sent.sha256)).not.toBeNull();
});

test("the blob cleanup knows every column that references a blob", async () => {
  const rows = await t.asOwner(
    `SELECT table_name || '.' || column_name AS nome FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%sha256%' ORDER BY 1`,
  );
  // The bytes of documento.sha256 are in documento_xml; antivirus stores results without bytes.
  expect(rows.map(({ nome }) => nome)).toEqual([
    "anexo.sha256",
    "antivirus.sha256",
    "arquivo_pedido.sha256",
    "documento.recebido_sha256",
    "documento.sha256",
    "email.sha256",
    "importacao.sha256",
  ]);
});

test("a starting process does not begin with a scan of every e-mail", async () => {
  const { database } = t.ctx;
  let looks = 0;
  const findContas: typeof database.gatekeeper.findContas = () => {
    looks += 1;
    return Promise.resolve([]);
  };
  const gatekeeper = { ...database.gatekeeper, findContas };
  const none = { run: async () => 0 };
  const sweepers = startCleanup({ ...t.ctx, database: { ...database, gatekeeper: gatekeeper } }, none);
  await expect.poll(() => looks).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await sweepers.stop();
  // Only the search for stopped work runs at once.
  expect(looks).toBe(1);
});
