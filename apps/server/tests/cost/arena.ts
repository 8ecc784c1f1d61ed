import { createHash, randomInt } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seedKeySet, startSandbox } from "@malote/sandbox";
import { newId } from "../../src/db/index.ts";
import { hashPassword } from "../../src/secrets/password.ts";
import type { CaptchaAction } from "../../src/services/captcha/captcha.rules.ts";
import { createCaptchaChallenge } from "../../src/services/captcha/create-challenge.ts";
import { toIngest } from "../../src/services/email/to-ingest.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { percentileOf } from "../jobs/neighbours/measure.ts";
import { computeSolution } from "../setup/captcha.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { signInNewUser, type Wire } from "../setup/wire.ts";
import type { Cost, Send } from "./hunt.ts";
import { mailMolds } from "./mail-molds.ts";
import { feedMolds, httpMolds, type Mold } from "./molds.ts";
import {
  environmentOf,
  findPort,
  type ProcessUnderTest,
  type Spent,
  startProcess,
} from "./process-under-test.ts";
import { sendRequest } from "./send-http.ts";

/** http and worker as processes on an empty database, and the molds of every input. */
export type Arena = {
  /** All molds, e-mails included. */
  molds: Mold[];
  send: Send;
  fill(text: string): Promise<string>;
  dispose(): Promise<void>;
};

const PLAIN = Buffer.from("From: a@b.test\r\nSubject: a\r\n\r\na\r\n");
/** The longest time that an input may keep a process busy, in ms; then the process is killed and
 * its CPU so far counts. */
const HUNG_MS = 20_000;
const MAIL_POLL_MS = 10;
/** The base cost of an e-mail is measured with this many one-line e-mails, after as many for
 * warm-up. */
const PLAIN_MAILS = 5;
/** The cost of hashing a password varies by this factor. */
const HASH_SPREAD = 1.5;

/** @param o semente: seed of the generated e-mails; samples: also e-mails of each kind of supplier */
export async function openArena({
  semente: seed,
  samples,
}: {
  semente: number;
  samples: boolean;
}): Promise<Arena> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-custo-"));
  await seedKeySet(dir);
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  const context = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
  const [port, feedPort] = [await findPort(), await findPort()];
  const env = await environmentOf(context, sandbox, {
    PORT: String(port),
    FEED_PORT: String(feedPort),
    TRUST_PROXY: "loopback",
    CAPTCHA_COST: "1",
    PUBLIC_URL: "https://malote.exemplo.test",
    SMTP_URL: "smtp://127.0.0.1:9",
    SMTP_FROM: "malote@exemplo.test",
  });
  const [http, worker] = await Promise.all([startProcess("http", env), startProcess("worker", env)]);
  const ana = await signInNewUser(context as Wire);
  const { empresaId } = await context.createEmpresa(ana.contaId);
  const mail = await openMail(context, { worker, contaId: ana.contaId });
  const plainMs = await measurePlain(mail);
  const hashMs = await measureHash();
  return {
    molds: [
      ...httpMolds({ token: ana.token, cookie: ana.cookie, empresaId }),
      ...feedMolds(),
      ...(await mailMolds(sandbox, { semente: seed, samples })),
    ],
    send: async (mold, input) => {
      if (mold.target === "mail") {
        const cost = await mail(input.body);
        return { ...cost, cpuMs: Math.max(0, cost.cpuMs - plainMs) };
      }
      const target = { port: mold.target === "feed" ? feedPort : port, secure: mold.target === "feed" };
      return await sendTo(http, { mold, input, target, hashMs });
    },
    fill: (text) => fillIn(context, text),
    dispose: async () => {
      await Promise.all([http.stop(), worker.stop()]);
      await context.dispose();
      await sandbox.stop();
      await fs.rm(dir, { recursive: true, force: true });
    },
  };
}

/** Fills in new ids and solved captchas for each request. */
async function fillIn({ ctx }: TestContext, text: string): Promise<string> {
  let filled = text.replaceAll("~n~", () => newId().replaceAll("-", ""));
  for (const [mark, acao] of [...filled.matchAll(/~captcha:([a-z-]+)~/g)].slice(0, 3)) {
    const challenge = await createCaptchaChallenge(ctx, acao as CaptchaAction);
    const solved = await computeSolution(challenge);
    filled = filled.replace(mark, () => solved);
  }
  return filled;
}

async function measureHash(): Promise<number> {
  const before = process.cpuUsage();
  await hashPassword("Malote123");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

type Sending = {
  mold: Mold;
  input: { head: string; body: Buffer };
  target: { port: number; secure: boolean };
  hashMs: number;
};

async function sendTo(http: ProcessUnderTest, { mold, input, target, hashMs }: Sending): Promise<Cost> {
  const before = await readFirst(http);
  const ip = `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const answered = await sendRequest(input, { ...target, ip, waitMs: HUNG_MS });
  const bytesIn = input.head.length + input.body.length;
  const spent = await readAfter(http, before);
  const onPurpose = Math.min(
    Math.max(0, spent.cpuMs - spent.mainMs),
    (mold.hashes ?? 0) * hashMs * HASH_SPREAD,
  );
  const cpuMs = spent.cpuMs - onPurpose;
  return { ...spent, cpuMs, bytesIn, bytesOut: answered.bytes, status: answered.status };
}

async function readFirst(process: ProcessUnderTest): Promise<Spent> {
  const spent = await process.read(HUNG_MS);
  if (spent !== null) return spent;
  await process.restart();
  const again = await process.read(HUNG_MS);
  if (again === null) throw new Error(`a process does not answer: ${process.lastOutput()}`);
  return again;
}

/** CPU spent since `before`; a process that does not answer is restarted. */
async function readAfter(
  process: ProcessUnderTest,
  before: Spent,
): Promise<Pick<Cost, "cpuMs" | "blockMs" | "hung"> & { mainMs: number }> {
  const after = await process.read(HUNG_MS);
  if (after === null) {
    const cpuMs = (await process.readKernelMs()) - before.cpuMs;
    await process.restart();
    return { cpuMs, mainMs: cpuMs, blockMs: HUNG_MS, hung: true };
  }
  const cpuMs = after.cpuMs - before.cpuMs;
  const mainMs = Number.isNaN(after.mainMs) ? cpuMs : after.mainMs - before.mainMs;
  // The input cannot block the event loop longer than the loop's CPU time: the rest is the
  // machine's.
  return { cpuMs, mainMs, blockMs: Math.min(after.blockMs, mainMs), hung: false };
}

/** @returns ms of CPU of a one-line e-mail: the transactions of every reading, independent of the
 * input */
async function measurePlain(mail: (raw: Buffer) => Promise<Cost>): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < 2 * PLAIN_MAILS; n++) costs.push((await mail(PLAIN)).cpuMs);
  return percentileOf(costs.slice(PLAIN_MAILS), 50);
}

/** Stores messages for the worker as a poll does, one after the other. */
async function openMail(
  context: TestContext,
  { worker, contaId }: { worker: ProcessUnderTest; contaId: string },
): Promise<(raw: Buffer) => Promise<Cost>> {
  const { caixaId } = await context.createCaixa(contaId);
  const { ctx, asOwner } = context;
  return async (message) => {
    const before = await readFirst(worker);
    const emailId = newId();
    // A header makes each message unique: equal bytes are one e-mail, read once.
    const raw = Buffer.concat([Buffer.from(`X-Envio: ${emailId}\r\n`), message]);
    const sha256 = createHash("sha256").update(raw).digest("hex");
    await ctx.blobs.put(contaId, raw);
    const now = new Date();
    await ctx.database.withConta(contaId, async (db) => {
      await queryInConta(
        db,
        `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado)
         VALUES ($1, $2, $3, $4, $5, $5, $6, 'em-leitura')`,
        [contaId, emailId, caixaId, sha256, now, raw.length],
      );
      await planTasks(db, contaId, [toIngest(contaId, emailId, now)]);
    });
    const estado = await waitForMail(asOwner, emailId);
    const spent = await readAfter(worker, before);
    if (estado === null) await asOwner("UPDATE tarefa SET estado = 'feita' WHERE alvo = $1", [emailId]);
    return { ...spent, bytesIn: raw.length, bytesOut: 0, status: estado ?? "não terminou" };
  };
}

async function waitForMail(asOwner: TestContext["asOwner"], emailId: string): Promise<string | null> {
  for (const until = Date.now() + HUNG_MS; Date.now() < until; await sleep(MAIL_POLL_MS)) {
    const [row] = await asOwner<{ estado: string }>(
      `SELECT e.estado FROM email e WHERE e.id = $1 AND e.estado <> 'em-leitura'
         AND NOT EXISTS (SELECT FROM tarefa t WHERE t.alvo = $1::text AND t.estado <> 'feita')`,
      [emailId],
    );
    if (row) return row.estado;
  }
  return null;
}
