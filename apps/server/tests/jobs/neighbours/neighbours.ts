import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Sandbox, seedKeySet, startSandbox } from "@malote/sandbox";
import { newId } from "../../../src/db/index.ts";
import { toIngest } from "../../../src/services/email/to-ingest.ts";
import { planTasks } from "../../../src/services/task/task.rows.ts";
import { mailMolds } from "../../cost/mail-molds.ts";
import { environmentOf, findPort, startProcess } from "../../cost/process-under-test.ts";
import { fillNotaArchive } from "../../files/nota-archive.ts";
import { queryInConta } from "../../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../../setup/context.ts";
import { type SignedInUser, signInNewUser, type Wire } from "../../setup/wire.ts";

/** Two contas in one installation, whose http and worker are separate processes. */
export type Neighbours = {
  context: TestContext;
  url: string;
  /** The conta that causes the load, and its mailbox. */
  loud: Neighbour;
  quiet: Neighbour;
  /** The costliest e-mails, all different. */
  makeCostly(): Promise<Buffer[]>;
  /** A supplier's e-mail with one nota. */
  makePlain(): Buffer;
  dispose(): Promise<void>;
};
export type Neighbour = { user: SignedInUser; caixaId: string };

const NOTA_COUNTS = { loud: 5_000, quiet: 500 } as const;
/** The costliest of the generated inputs (npm run test:long -- custo). */
const COSTLY = [
  "zip de documentos",
  "lote de documentos que quebraram",
  "lote de documentos com &",
  "documento-nfe-grande",
];

/** @param notas number of notas of each conta */
export async function openNeighbours(
  notas: { loud: number; quiet: number } = NOTA_COUNTS,
): Promise<Neighbours> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-vizinho-"));
  await seedKeySet(dir);
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  const context = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
  const port = await findPort();
  const env = await environmentOf(context, sandbox, { PORT: String(port) });
  const [http, worker] = await Promise.all([startProcess("http", env), startProcess("worker", env)]);
  const loud = await openConta(context, notas.loud);
  const quiet = await openConta(context, notas.quiet);
  const costly = (await mailMolds(sandbox, { semente: 1, samples: true })).filter(({ name }) =>
    COSTLY.includes(name),
  );
  return {
    context,
    url: `http://127.0.0.1:${port}`,
    loud,
    quiet,
    makeCostly: async () =>
      await Promise.all(
        costly.map(async ({ body, coding, wrap }) => {
          const text = Buffer.from(body, coding === "latin1" ? "latin1" : "utf8");
          return wrap ? await wrap(text) : text;
        }),
      ),
    makePlain: () => writePlain(sandbox),
    dispose: async () => {
      await Promise.all([http.stop(), worker.stop()]);
      await context.dispose();
      await sandbox.stop();
      await fs.rm(dir, { recursive: true, force: true });
    },
  };
}

async function openConta(context: TestContext, notas: number): Promise<Neighbour> {
  const user = await signInNewUser(context as Wire);
  await fillNotaArchive(context, user.contaId, notas);
  const { caixaId } = await context.createCaixa(user.contaId);
  return { user, caixaId };
}

function writePlain({ environment: palco }: Sandbox): Buffer {
  const { procXml, numero } = palco.emitNota();
  const lines = Buffer.from(procXml)
    .toString("base64")
    .match(/.{1,76}/g);
  const head = [
    "From: nf@fornecedor.test",
    "To: a@b.test",
    `Subject: NF-e ${numero}`,
    'Content-Type: application/xml; name="nota.xml"',
    "Content-Transfer-Encoding: base64",
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${lines?.join("\r\n")}\r\n`);
}

/** Stores messages and plans their ingest, as a poll does. @returns their ids */
export async function storeMail(
  { ctx }: TestContext,
  { user: { contaId }, caixaId }: Neighbour,
  messages: readonly Buffer[],
): Promise<string[]> {
  const now = new Date();
  const emails = await Promise.all(
    messages.map(async (message) => {
      const id = newId();
      // Identical bytes would be the same e-mail.
      const raw = Buffer.concat([Buffer.from(`X-Envio: ${id}\r\n`), message]);
      await ctx.blobs.put(contaId, raw);
      return { id, sha256: createHash("sha256").update(raw).digest("hex"), tamanho: raw.length };
    }),
  );
  await ctx.database.withConta(contaId, async (db) => {
    await queryInConta(
      db,
      `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado)
       SELECT $1, e.id, $2, e.sha256, $3, $3, e.tamanho, 'em-leitura' FROM json_to_recordset($4) AS e (id uuid, sha256 text, tamanho int)`,
      [contaId, caixaId, now, JSON.stringify(emails)],
    );
    await planTasks(
      db,
      contaId,
      emails.map(({ id }) => toIngest(contaId, id, now)),
    );
  });
  return emails.map(({ id }) => id);
}

/** Number of ingest jobs of a conta that have not ended. */
export async function countPending({ asOwner }: TestContext, contaId: string): Promise<number> {
  const [row] = await asOwner<{ n: number }>(
    "SELECT count(*)::int AS n FROM tarefa WHERE conta_id = $1 AND tipo = 'ingest' AND estado IN ('pendente', 'entregue')",
    [contaId],
  );
  return row?.n ?? 0;
}

const LOOK_MS = 5;

/** Waits until an e-mail was read. @throws on timeout */
export async function waitForRead({ asOwner }: TestContext, emailId: string, waitMs: number): Promise<void> {
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(LOOK_MS)) {
    const rows = await asOwner("SELECT FROM email WHERE id = $1 AND estado <> 'em-leitura'", [emailId]);
    if (rows.length > 0) return;
  }
  throw new Error(`an e-mail was not read in ${waitMs} ms`);
}
