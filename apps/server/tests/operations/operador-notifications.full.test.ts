import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseMessage } from "@malote/mailbox";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { newId } from "../../src/db/index.ts";
import { createLook } from "../../src/jobs/watch-operator.ts";
import { createMailer, type SmtpConfig } from "../../src/mail/mailer.ts";
import { CONDITIONS } from "../../src/services/operador/conditions.rules.ts";
import { notifyOperator } from "../../src/services/operador/notify-operator.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { type FakeSmtpServer, startFakeSmtpServer } from "../setup/servers/smtp-server.ts";

let t: TestContext;
let smtp: FakeSmtpServer;
let httpProcess: AppContext;
let workerProcess: AppContext;
let contaId: string;
beforeAll(async () => {
  t = await createTestContext();
  smtp = await startFakeSmtpServer();
  [httpProcess, workerProcess] = [createProcess(), createProcess()];
  ({ contaId } = await t.createConta());
});
afterAll(async () => {
  httpProcess.mail.close();
  workerProcess.mail.close();
  await smtp.stop();
  await t.dispose();
});

/** A process of the product, with its own SMTP connection. */
function createProcess(): AppContext {
  const address = { servidor: "127.0.0.1", porta: smtp.port, tls: false, semTls: true };
  const config: SmtpConfig = { ...address, usuario: null, senha: null, de: "Malote <malote@empresa.test>" };
  const redisUrl = "redis://127.0.0.1:9/0";
  const ours = { ...t.config, smtp: config, operatorEmail: "plantao@empresa.test", redisUrl };
  return { ...t.ctx, config: ours, mail: createMailer(config), dispatching: { lookedAt: null } };
}

/**
 * Runs the check once a minute in both processes; returns the subjects of the e-mails sent
 * meanwhile.
 */
async function checkEachMinute(minutes: number): Promise<string[]> {
  const before = smtp.accepted.length;
  for (let n = 0; n < minutes; n += 1) {
    t.clock.advance(MINUTE_MS);
    // Each process caches the result of checkHealth for two seconds.
    const looks = [httpProcess, workerProcess].map((app) => ({ ...app, dispatching: { lookedAt: null } }));
    await Promise.all(looks.map(notifyOperator));
  }
  return (await Promise.all(smtp.accepted.slice(before).map(subjectOf))).toSorted();
}

async function subjectOf(raw: string): Promise<string> {
  const split = await parseMessage(Buffer.from(raw, "latin1"));
  return split.kind === "mensagem" ? String(split.mensagem.assunto) : split.kind;
}

const subjects = (prefix: string, names: readonly (keyof typeof CONDITIONS)[]): string[] =>
  names.map((name) => `${prefix}: ${CONDITIONS[name].titulo}`).toSorted();

async function runBackup(tipo: "criar" | "conferir", resultado: "ok" | "falhou", ago: number): Promise<void> {
  const { gatekeeper } = t.ctx.database;
  const id = newId();
  const now = new Date(t.clock.now().getTime() - ago);
  await gatekeeper.noteBackupStart({ id, tipo, destino: "/backups", now });
  const figures = { bytes: 1_000, bytesNovos: 10, documentos: 1 };
  await gatekeeper.noteBackupEnd({ id, resultado, mensagem: null, now, ...figures });
}

const insertTarefas = (estado: "pendente" | "desistiu", total: number) =>
  t.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, estado, vence_em, criado_em, terminada_em)
     SELECT $1, gen_random_uuid(), 'ingest', gen_random_uuid()::text, $2, $3::timestamptz - interval '90 minutes', $3,
       CASE WHEN $2 = 'desistiu' THEN $3::timestamptz END FROM generate_series(1, $4) n`,
    [contaId, estado, t.clock.now(), total],
  );

test("each condition is notified once, after it has lasted, by one of two processes", async () => {
  await runBackup("criar", "ok", 3 * HOUR_MS);
  await runBackup("criar", "falhou", HOUR_MS);
  await runBackup("conferir", "falhou", HOUR_MS);
  await insertTarefas("pendente", 2);
  await insertTarefas("desistiu", 12);
  await t.ctx.database.gatekeeper.saveOrphans(5_000, t.clock.now());
  expect(await checkEachMinute(1)).toEqual(subjects("Malote", ["orfaos-em-massa"]));
  expect(await checkEachMinute(14)).toEqual(
    subjects("Malote", [
      ...(["backup-nao-confere", "backup-velho", "redis-fora", "worker-ausente"] as const),
      ...(["trabalho-atrasado", "trabalho-desistido"] as const),
    ]),
  );
  expect(await checkEachMinute(5)).toEqual(subjects("Malote", ["backup-falhou"]));
  expect(await checkEachMinute(30)).toEqual([]);
});

test("the e-mail to the operator is in plain Portuguese, names the guide and contains no data of a conta", async () => {
  const raw = smtp.accepted.find((each) => each.includes("operador-trabalho-atrasado")) ?? "";
  const split = await parseMessage(Buffer.from(raw, "latin1"));
  if (split.kind !== "mensagem") throw new Error(split.kind);
  const text = split.mensagem.corpoTexto ?? "";
  expect(text).toContain("A tarefa mais antiga do tipo ingest espera há 1 h 3");
  expect(text).toContain("docs/operar/trabalho-atrasado.md");
  expect(raw).toContain("plantao@empresa.test");
  for (const each of smtp.accepted) expect(each).not.toContain(contaId);
});

test("a lasting condition is notified again after 24 hours, and its end once", async () => {
  t.clock.advance(DAY_MS);
  const again = await checkEachMinute(1);
  expect(again).toContain("Malote, continua: nenhum worker está no ar");
  expect(await checkEachMinute(3)).toEqual([]);
  await runBackup("criar", "ok", 0);
  await t.ctx.database.gatekeeper.saveOrphans(null, t.clock.now());
  const afterwards = await checkEachMinute(6);
  expect(afterwards).toEqual(
    subjects("Malote, resolvido", ["backup-falhou", "backup-velho", "orfaos-em-massa"]),
  );
  expect(await checkEachMinute(5)).toEqual([]);
});

test("a condition that ends only for a moment sends no notification", async () => {
  await t.ctx.database.gatekeeper.saveOrphans(9, t.clock.now());
  expect(await checkEachMinute(1)).toEqual(subjects("Malote", ["orfaos-em-massa"]));
  for (let n = 0; n < 4; n += 1) {
    await t.ctx.database.gatekeeper.saveOrphans(null, t.clock.now());
    expect(await checkEachMinute(1)).toEqual([]);
    await t.ctx.database.gatekeeper.saveOrphans(9, t.clock.now());
    expect(await checkEachMinute(1)).toEqual([]);
  }
});

test("a notification refused by the relay is retried with growing delays and counted in the metrics until it is sent", async () => {
  await t.ctx.database.gatekeeper.saveOrphans(null, t.clock.now());
  smtp.replyWith("RCPT", "550 no such user");
  expect(await checkEachMinute(5)).toEqual([]);
  const { avisos } = await t.ctx.database.gatekeeper.measure(t.clock.now());
  expect(avisos.falhando).toBe(1);
  smtp.replyWith("RCPT", null);
  expect(await checkEachMinute(8)).toEqual(subjects("Malote, resolvido", ["orfaos-em-massa"]));
  expect((await t.ctx.database.gatekeeper.measure(t.clock.now())).avisos.falhando).toBe(0);
});

test("a files folder that cannot be written is reported once, by the process that detects it", async () => {
  const blobs = blobFolderOf(t.config);
  await httpProcess.storeGuard.requireOurs();
  // A folder with the name of the probe file makes the write check fail.
  const place = path.join(blobs, `.sonda-${os.hostname()}-${globalThis.process.pid}`);
  await fs.mkdir(place);
  expect(await checkEachMinute(2)).toEqual([]);
  expect(await checkEachMinute(5)).toEqual(subjects("Malote", ["disco-nao-grava"]));
  await fs.rmdir(place);
  expect(await checkEachMinute(6)).toEqual(subjects("Malote, resolvido", ["disco-nao-grava"]));
  const raw = smtp.accepted.find((each) => each.includes("operador-disco-nao-grava-comeco")) ?? "";
  const split = await parseMessage(Buffer.from(raw, "latin1"));
  const text = split.kind === "mensagem" ? (split.mensagem.corpoTexto ?? "") : split.kind;
  expect(text).toMatch(/A pasta \S+blobs não aceita\s+escrita/);
  expect(text).toContain("docs/operar/disco-quase-cheio.md");
});

test("a read-only database is reported by the process that detects it, and so is its recovery", async () => {
  const { asOwner, ctx } = t;
  const check = createLook(workerProcess);
  const checkFor = async (minutes: number): Promise<string[]> => {
    const before = smtp.accepted.length;
    for (let n = 0; n < minutes; n += 1) {
      t.clock.advance(MINUTE_MS);
      await check();
    }
    return await Promise.all(smtp.accepted.slice(before).map(subjectOf));
  };
  await checkFor(10);
  const setMode = async (mode: "on" | "off"): Promise<void> => {
    const name = new URL(t.ownerUrl).pathname.slice(1);
    await asOwner(
      `BEGIN READ WRITE; ALTER DATABASE ${name} SET default_transaction_read_only = ${mode}; COMMIT`,
    );
    // Applies only to new connections.
    await asOwner(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  };
  await setMode("on");
  expect(await checkFor(2)).toEqual([]);
  const { titulo } = CONDITIONS["verificacao-banco"];
  expect(await checkFor(10)).toEqual([`Malote: ${titulo}`]);
  await setMode("off");
  expect(await checkFor(1)).toEqual([`Malote, resolvido: ${titulo}`]);
  expect((await ctx.database.gatekeeper.countWorkers()).vivos).toBe(0);
});
