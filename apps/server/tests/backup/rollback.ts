import fs from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { AppContext } from "../../src/app-context.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { executeText } from "../../src/db/index.ts";
import { openContext } from "../../src/open-context.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { insertEmails, type NewEmail } from "../../src/services/email/email-poll.rows.ts";
import { toIngest } from "../../src/services/email/to-ingest.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import type { TestContext } from "../setup/context.ts";
import { writeCopy } from "../setup/nota-copies.ts";

const JOB_MS = 295_000;

/** A raw e-mail with one nota, as a mail server delivers it. */
export function writeEmail(numero: number, para: string): Buffer {
  const xml = Buffer.from(writeCopy({ numero, valor: `${numero}.00` }));
  const lines = [
    `Delivered-To: ${para}`,
    "Received: from mx.moinho.example by mail.padaria.example; Thu, 15 Oct 2026 09:02:00 -0300",
    "From: Moinho <nfe@moinho.example>",
    `To: ${para}`,
    `Subject: NF-e ${numero}`,
    "Date: Thu, 15 Oct 2026 09:02:00 -0300",
    `Message-ID: <${numero}@moinho.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    `Segue a nota ${numero}.`,
    "--b",
    "Content-Type: application/xml",
    `Content-Disposition: attachment; filename="nota-${numero}.xml"`,
    "Content-Transfer-Encoding: base64",
    "",
    xml.toString("base64").replace(/.{76}/g, "$&\r\n"),
    "--b--",
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}

type MailboxPlace = { contaId: string; caixaId: string; para: string };

/** Stores e-mails as a poll does, then ingests them. */
export async function storeAndIngest(
  ctx: AppContext,
  { contaId, caixaId, para }: MailboxPlace,
  numbers: readonly number[],
): Promise<void> {
  const now = ctx.clock.now();
  const emails: NewEmail[] = [];
  for (const numero of numbers) {
    const { sha256, tamanho } = await ctx.blobs.put(contaId, writeEmail(numero, para));
    emails.push({ uid: String(numero), sha256, tamanho, tamanhoDito: null, prova: null });
  }
  await ctx.database.withConta(contaId, async (db) => {
    const ids = await insertEmails(db, contaId, { caixaId, geracao: 1, emails, now });
    await planTasks(
      db,
      contaId,
      ids.map((id) => toIngest(contaId, id, now)),
    );
  });
  await readAll(ctx, contaId);
}

/** Ingests the pending e-mails of a conta. */
export async function readAll(ctx: AppContext, contaId: string): Promise<void> {
  const due = await ctx.database.withConta(contaId, (db) =>
    queryInConta<{ id: string }>(
      db,
      "SELECT alvo AS id FROM tarefa WHERE conta_id = $1 AND tipo = 'ingest' AND estado = 'pendente'",
      [contaId],
    ),
  );
  const deadline = new Date(ctx.clock.now().getTime() + JOB_MS);
  for (const { id } of due) {
    const job = {
      contaId,
      tarefaId: id,
      tipo: "ingest",
      alvo: id,
      tentativa: 1,
      falhas: 0,
      prazo: deadline,
    } as const;
    await runPipelineJob(ctx, job);
  }
  await ctx.database.withConta(contaId, (db) =>
    executeText(db, "UPDATE tarefa SET estado = 'feita' WHERE conta_id = $1 AND tipo = 'ingest'", [contaId]),
  );
}

/** Hashes and chaves of all e-mails, documents and notas of a conta, with repetitions. */
export async function readHoldings(ctx: AppContext, contaId: string) {
  return await ctx.database.withConta(contaId, async (db) => {
    const list = async (text: string): Promise<string[]> =>
      (await queryInConta<{ h: string }>(db, text, [contaId])).map(({ h }) => h);
    return {
      emails: await list("SELECT sha256 AS h FROM email WHERE conta_id = $1 ORDER BY 1"),
      documentos: await list("SELECT sha256 AS h FROM documento WHERE conta_id = $1 ORDER BY 1"),
      notas: await list("SELECT chave AS h FROM nota WHERE conta_id = $1 ORDER BY 1"),
    };
  });
}

/** A copy of the database alone. open: a server context on the restored copy, with the same blobs. */
export type Backup = { open(): Promise<AppContext>; drop(): Promise<void> };

/** Copies the database; ends its connections first. */
export async function backupDatabase(t: TestContext): Promise<Backup> {
  const source = new URL(t.ownerUrl);
  const name = source.pathname.slice(1);
  const copy = `${name}_copia`;
  const admin = new URL(t.ownerUrl);
  admin.pathname = "/postgres";
  const run = async (...texts: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  };
  await run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    `CREATE DATABASE ${copy} TEMPLATE ${name}`,
  );
  const url = new URL(t.config.databaseUrl);
  url.pathname = `/${copy}`;
  return {
    open: () => openContext({ ...t.config, databaseUrl: url.href }, { processName: "teste", clock: t.clock }),
    drop: () => run(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`),
  };
}

/** Names of all blobs, by state. */
export async function listBlobs(ctx: AppContext): Promise<Record<"live" | "lixo" | "quarentena", string[]>> {
  const files = await fs.readdir(blobFolderOf(ctx.config), { recursive: true });
  const blobs = files.filter((file) => /[0-9a-f]{64}$/.test(file));
  const of = (place: string) =>
    blobs.filter((file) => file.startsWith(place)).map((file) => path.basename(file));
  const live = blobs.filter((file) => !file.startsWith(".")).map((file) => path.basename(file));
  return { live: live.sort(), lixo: of(".lixo").sort(), quarentena: of(".quarentena").sort() };
}
