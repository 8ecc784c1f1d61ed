// How fast e-mails become notas, from a POP3 mailbox on loopback to the committed nota.
// Messages have 108 KB with one NF-e and a PDF. The reference is mailparser alone on the same bytes.
import fs from "node:fs/promises";
import { createRequire } from "node:module";
import { examineDfe } from "@malote/dfe";
import { createBudget, parseMessage, unpackPart } from "@malote/mailbox";
import { type Cost, measure } from "./ingest/cost.ts";
import { openPipelineRun } from "./ingest/pipeline-run.ts";

const MESSAGES = 500;
/** Messages processed as a warm-up. */
const WARM_UP = 100;
/** Target rate for one core. */
const TARGET_PER_CORE = 30;
const FLOOR_LABEL = "só o mailparser nos mesmos bytes";
const READING_LABEL = "só separar, abrir, ler e julgar os mesmos bytes";
const MEGABYTE = 1_048_576;

/** The same mailparser that packages/mailbox uses. */
type Mailparser = { simpleParser(raw: Buffer): Promise<unknown> };
const { simpleParser } = createRequire(import.meta.resolve("@malote/mailbox"))("mailparser") as Mailparser;

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const pipelineRun = await openPipelineRun();
try {
  await fillAndIngest(WARM_UP);
  const raws = await readAll(await pipelineRun.mailbox.fill(MESSAGES));
  for (const raw of raws.slice(0, WARM_UP)) await simpleParser(raw);
  await readAndJudge(raws.slice(0, WARM_UP));
  const floor = await measure(async () => {
    for (const raw of raws) await simpleParser(raw);
  });
  const reading = await measure(() => readAndJudge(raws));
  const nosso = await measure(() => ingestAll(MESSAGES), pipelineRun);
  printSizes(raws);
  report({ nosso, floor, reading });
} finally {
  await pipelineRun.dispose();
}
process.disconnect?.();

/** Fills the mailbox and ingests all of it. */
async function fillAndIngest(messages: number): Promise<void> {
  await pipelineRun.mailbox.fill(messages);
  await ingestAll(messages);
}

async function ingestAll(messages: number): Promise<void> {
  const before = await pipelineRun.countNotas();
  const ingested = await pipelineRun.pollAndIngest();
  const notas = (await pipelineRun.countNotas()) - before;
  if (ingested !== messages || notas !== messages)
    throw new Error(`${notas} notas came of ${ingested} e-mails of ${messages} messages`);
}

async function readAll(files: readonly string[]): Promise<Buffer[]> {
  return await Promise.all(files.map((file) => fs.readFile(file)));
}

async function readAndJudge(raws: readonly Buffer[]): Promise<void> {
  const trustedCas =
    pipelineRun.mailbox.info.ancoraPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  for (const raw of raws) {
    const split = await parseMessage(raw);
    if (split.kind !== "mensagem") throw new Error("a message of the bench is not one");
    const budget = createBudget();
    for (const parte of split.mensagem.partes) {
      for await (const { bytes } of unpackPart(parte, budget)) examineDfe(bytes, { trustedCas: trustedCas });
    }
  }
}

function printSizes(raws: readonly Buffer[]): void {
  const bytes = raws.reduce((sum, raw) => sum + raw.length, 0) / raws.length;
  const rss = process.memoryUsage().rss / MEGABYTE;
  console.log(
    `${raws.length} mensagens de ${(bytes / 1024).toFixed(1)} KB; RSS no fim ${Math.round(rss)} MB`,
  );
}

function report({ nosso, floor, reading }: { nosso: Cost; floor: Cost; reading: Cost }): void {
  const rate = (seconds: number): number => MESSAGES / seconds;
  const elapsedLabel = "e-mails por segundo, POP3 → nota gravada";
  send(elapsedLabel, rate(nosso.elapsed), { nome: FLOOR_LABEL, valor: rate(floor.elapsed) });
  send(elapsedLabel, rate(nosso.elapsed), { nome: READING_LABEL, valor: rate(reading.elapsed) });
  const cpuLabel = "e-mails por segundo de CPU do processo";
  send(cpuLabel, rate(nosso.cpu), { nome: FLOOR_LABEL, valor: rate(floor.cpu) });
  send(cpuLabel, rate(nosso.cpu), { nome: "a meta, por núcleo", valor: TARGET_PER_CORE });
  if (nosso.postgres === null) return;
  const databaseLabel = "e-mails por segundo de CPU, com a do PostgreSQL";
  send(databaseLabel, rate(nosso.cpu + nosso.postgres), {
    nome: "a meta, por núcleo",
    valor: TARGET_PER_CORE,
  });
}

function send(nome: string, nosso: number, referencia: { nome: string; valor: number }): void {
  process.send?.({ medida: { nome, unidade: "e-mails/s", nosso, referencia } });
}
