// How fast e-mails become notas, from a POP3 mailbox on loopback to the committed nota.
// Messages have 108 KB with one NF-e and a PDF. The reference is mailparser alone on the same bytes.
import fs from "node:fs/promises";
import { createRequire } from "node:module";
import { examineDfe } from "@malote/dfe";
import { createBudget, parseMessage, unpackPart } from "@malote/mailbox";
import { openEstrada } from "./ingest/estrada.ts";
import { type Gasto, measure } from "./ingest/gasto.ts";

const MENSAGENS = 500;
/** Messages processed as a warm-up. */
const AQUECIMENTO = 100;
/** Target rate for one core. */
const META_POR_NUCLEO = 30;
const PISO = "só o mailparser nos mesmos bytes";
const LEITURA = "só separar, abrir, ler e julgar os mesmos bytes";
const MEGABYTE = 1_048_576;

/** The same mailparser that packages/mailbox uses. */
type Mailparser = { simpleParser(raw: Buffer): Promise<unknown> };
const { simpleParser } = createRequire(import.meta.resolve("@malote/mailbox"))("mailparser") as Mailparser;

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const estrada = await openEstrada();
try {
  await pass(AQUECIMENTO);
  const raws = await readAll(await estrada.caixa.fill(MENSAGENS));
  for (const raw of raws.slice(0, AQUECIMENTO)) await simpleParser(raw);
  await readAndJudge(raws.slice(0, AQUECIMENTO));
  const piso = await measure(async () => {
    for (const raw of raws) await simpleParser(raw);
  });
  const leitura = await measure(() => readAndJudge(raws));
  const nosso = await measure(() => travelAll(MENSAGENS), estrada);
  tell(raws);
  report({ nosso, piso, leitura });
} finally {
  await estrada.dispose();
}
process.disconnect?.();

/** Fills the mailbox and ingests all of it. */
async function pass(mensagens: number): Promise<void> {
  await estrada.caixa.fill(mensagens);
  await travelAll(mensagens);
}

async function travelAll(mensagens: number): Promise<void> {
  const before = await estrada.countNotas();
  const ingested = await estrada.travel();
  const notas = (await estrada.countNotas()) - before;
  if (ingested !== mensagens || notas !== mensagens)
    throw new Error(`${notas} notas came of ${ingested} e-mails of ${mensagens} messages`);
}

async function readAll(files: readonly string[]): Promise<Buffer[]> {
  return await Promise.all(files.map((file) => fs.readFile(file)));
}

async function readAndJudge(raws: readonly Buffer[]): Promise<void> {
  const ancoras = estrada.caixa.info.ancoraPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  for (const raw of raws) {
    const split = await parseMessage(raw);
    if (split.kind !== "mensagem") throw new Error("a message of the bench is not one");
    const orcamento = createBudget();
    for (const parte of split.mensagem.partes) {
      for await (const { bytes } of unpackPart(parte, orcamento)) examineDfe(bytes, { ancoras });
    }
  }
}

function tell(raws: readonly Buffer[]): void {
  const bytes = raws.reduce((sum, raw) => sum + raw.length, 0) / raws.length;
  const rss = process.memoryUsage().rss / MEGABYTE;
  console.log(
    `${raws.length} mensagens de ${(bytes / 1024).toFixed(1)} KB; RSS no fim ${Math.round(rss)} MB`,
  );
}

function report({ nosso, piso, leitura }: { nosso: Gasto; piso: Gasto; leitura: Gasto }): void {
  const rate = (seconds: number): number => MENSAGENS / seconds;
  const relogio = "e-mails por segundo, POP3 → nota gravada";
  send(relogio, rate(nosso.relogio), { nome: PISO, valor: rate(piso.relogio) });
  send(relogio, rate(nosso.relogio), { nome: LEITURA, valor: rate(leitura.relogio) });
  const doProcesso = "e-mails por segundo de CPU do processo";
  send(doProcesso, rate(nosso.cpu), { nome: PISO, valor: rate(piso.cpu) });
  send(doProcesso, rate(nosso.cpu), { nome: "a meta, por núcleo", valor: META_POR_NUCLEO });
  if (nosso.postgres === null) return;
  const comBanco = "e-mails por segundo de CPU, com a do PostgreSQL";
  send(comBanco, rate(nosso.cpu + nosso.postgres), { nome: "a meta, por núcleo", valor: META_POR_NUCLEO });
}

function send(nome: string, nosso: number, referencia: { nome: string; valor: number }): void {
  process.send?.({ medida: { nome, unidade: "e-mails/s", nosso, referencia } });
}
