import { type Examination, examineDfe, type Trust } from "@malote/dfe";
import { isDataError } from "../../db/index.ts";
import { type PartBatch, type ReadFile, saveParts } from "../../services/capture/save-parts.ts";
import { hexOf, toDocumento } from "../../services/documento/to-documento.ts";
import { isQuarentena } from "../../services/documento/veredito.rules.ts";
import { isSandboxConta } from "../../services/empresa/empresa-lock.rows.ts";
import { findProvableCaixa, proveByDomain } from "../../services/empresa/prove-empresa.ts";
import { readTrust } from "../../trust.ts";
import { type Puts, startPuts } from "../puts.ts";
import type { Ref, Stage, StageContext } from "../stage.ts";
import { storable } from "../storable.ts";
import { type EmailFile, outcome as outcomeOf } from "./email-part.ts";
import { openLoteFile } from "./open-lote.ts";
import { outcomeOfReading } from "./outcome.ts";
import { createReadingLimits, type ReadingLimits } from "./reading-limits.ts";
import { checkSchema, openSchemaChecker, type SchemaChecker } from "./schemas.ts";

/** Parts per transaction. */
const BATCH_PARTS = 200;
/** Bytes in memory after which a transaction is due, whatever the count. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Longest database message stored with an impossible value. */
const DETAIL_MAX = 200;

/**
 * mustStore: which bytes go to the blob store, besides the XML of a documento. closesEmail: the last part
 * closes the e-mail.
 */
export type PartSink = { mustStore(parsed: ReadFile): boolean; closesEmail: boolean };

/** Parses and verifies each file, stores it with its outcome, and yields the chaves to query at SEFAZ. */
export const readDocumento: Stage<EmailFile, Ref> = {
  nome: "read-dfe",
  job: "ingest",
  run: (ctx, inputs) => readFiles(ctx, inputs, { mustStore: () => true, closesEmail: true }),
};

/**
 * The same for files of other origin than mail. The job's alvo is the e-mail or import that they belong to.
 */
export async function* readFiles(
  ctx: StageContext,
  inputs: AsyncIterable<EmailFile>,
  { mustStore, closesEmail }: PartSink,
): AsyncIterable<Ref> {
  const emailId = ctx.job.alvo;
  const how = await openReading(ctx);
  const candidates = await findProvableCaixa(ctx, ctx.job.contaId, emailId);
  let parsedParts: ReadFile[] = [];
  let puts = startPuts(ctx.blobs, ctx.job.contaId);
  let bytesRead = 0;
  for await (const { bytes, parsed } of readAll(inputs, how)) {
    if (mustStore(parsed)) puts.put(bytes);
    bytesRead += bytes.length;
    parsedParts.push(parsed);
    if (parsedParts.length < BATCH_PARTS && bytesRead < BATCH_BYTES) continue;
    await puts.done();
    yield* keep(ctx, { emailId, parts: parsedParts, last: false });
    await prove(ctx, candidates, parsedParts);
    parsedParts = [];
    puts = startPuts(ctx.blobs, ctx.job.contaId);
    bytesRead = 0;
  }
  await puts.done();
  const { cost } = how.leitura;
  const caro = cost.hasStopped() ? { custoMs: cost.ms() } : null;
  yield* keep(ctx, { emailId, parts: parsedParts, last: closesEmail, caro });
  await prove(ctx, candidates, parsedParts);
}

/** How the files of a conta are verified. */
export async function openReading(ctx: StageContext): Promise<ReadMode> {
  return {
    confianca: readTrust(ctx.config, await isSandbox(ctx)),
    conferente: await openSchemaChecker(ctx),
    leitura: ctx.limits ?? createReadingLimits(),
    depth: 1,
  };
}

/** Parses and verifies each file, and only begins to store its bytes; the caller awaits `puts`. */
export async function readOnly(
  inputs: AsyncIterable<EmailFile>,
  { how, puts }: { how: ReadMode; puts: Puts },
): Promise<ReadFile[]> {
  const parts: ReadFile[] = [];
  for await (const { bytes, parsed } of readAll(inputs, how)) {
    puts.put(bytes);
    parts.push(parsed);
  }
  return parts;
}

/** Documents in a mailbox of a proved domain may prove empresas of the conta. */
async function prove(
  ctx: StageContext,
  candidates: Awaited<ReturnType<typeof findProvableCaixa>>,
  parsedParts: readonly ReadFile[],
): Promise<void> {
  if (candidates === null) return;
  const arrived = parsedParts.flatMap((parsed) => {
    if (parsed.kind !== "nota") return [];
    const { veredito, xmlGzip } = parsed.documento;
    return [{ veredito, xmlGzip, emitente: parsed.nota.emitente.documento }];
  });
  await proveByDomain(ctx, ctx.job.contaId, { provable: candidates, stored: arrived });
}

async function isSandbox(ctx: StageContext): Promise<boolean> {
  if (ctx.config.sandbox === null) return false;
  const { contaId } = ctx.job;
  return ctx.database.withConta(contaId, (db) => isSandboxConta(db, contaId));
}

/** One part, with its original bytes. */
type ReadPart = { bytes: Uint8Array; parsed: ReadFile };

/** How files are verified; `depth` is 1 for a file of the e-mail, more inside lotes. */
export type ReadMode = {
  confianca: Trust;
  conferente: SchemaChecker | null;
  leitura: ReadingLimits;
  depth: number;
};

async function* readAll(files: AsyncIterable<EmailFile>, how: ReadMode): AsyncIterable<ReadPart> {
  for await (const file of files) yield* read(file, how);
}

// Only the parsed XML shows whether it is one document or a lote, and it is parsed once.
async function* read(whole: EmailFile, how: ReadMode): AsyncIterable<ReadPart> {
  const { cost, budget } = how.leitura;
  const file = whole.outcome === null && cost.isOver() ? withoutReading(whole, how) : whole;
  const { bytes, outcome } = file;
  const examination = outcome === null ? examine(bytes, how) : null;
  if (examination?.reading.kind !== "lote") {
    yield { bytes, parsed: await toParsed(file, examination) };
    if (examination) yield* readEmbeddedEventos(file, examination);
    return;
  }
  const within = { ...how, depth: how.depth + 1 };
  for (const inside of openLoteFile(file, how.depth, budget)) yield* read(inside, within);
}

/** The eventos inside the file of a nota, each as a part of its own. */
async function* readEmbeddedEventos(
  file: EmailFile,
  { eventos, veredito, achados }: Examination,
): AsyncIterable<ReadPart> {
  const isGenuine = veredito !== null && !isQuarentena({ veredito, achados });
  for (const [i, examination] of eventos.entries()) {
    const { bytes, reading } = examination;
    const nome = `${i + 1}-${reading.raiz ?? "evento"}.xml`;
    const caminho = `${file.caminho}/${i + 1}`;
    const parte = { caminho, nome, tipo: "application/xml", embutida: false, contentId: null };
    const parsed = await toParsed({ ...parte, bytes, outcome: null }, examination);
    yield { bytes, parsed: parsed.kind === "evento" ? { ...parsed, daNota: isGenuine } : parsed };
  }
}

/**
 * A part left unread for lack of CPU. A document of a lote has no blob of its own: its bytes are in
 * the lote's.
 */
function withoutReading(file: EmailFile, { depth }: ReadMode): EmailFile {
  const caro = { ...file, outcome: outcomeOf("erro", "caro-demais") };
  return depth === 1 ? caro : { ...caro, bytes: new Uint8Array() };
}

function examine(
  bytes: Uint8Array,
  { confianca: trust, conferente: verifier, leitura: reading }: ReadMode,
): Examination {
  const { cost, repairs: reparos } = reading;
  const work = (): Examination => checkSchema(verifier, examineDfe(bytes, trust, reparos), bytes);
  return cost.judge(work, isVain);
}

/** A document without a valid signature, also after repair. */
function isVain({ veredito, assinatura, reparo }: Examination): boolean {
  return veredito !== null && assinatura.estado !== "valida" && reparo === null;
}

/** @param examination null if opening already decided the outcome */
async function toParsed(
  { bytes, outcome, ...parte }: EmailFile,
  examination: Examination | null,
): Promise<ReadFile> {
  const sha256 = hexOf("sha256", bytes);
  const nome = parte.nome === null ? null : storable(parte.nome);
  const row = { ...parte, nome, tamanho: bytes.length, sha256 };
  if (examination === null) {
    if (outcome === null) throw new Error(`part ${parte.caminho} was neither settled nor read`);
    return { kind: "outro", row, outcome: outcome };
  }
  const { reading } = examination;
  if (reading.kind === "nota") {
    const { nota } = reading;
    const examined = { exame: examination, chave: nota.chaveAcesso, natureza: reading.kind, sha256 };
    return { kind: "nota", row, nota, documento: await toDocumento(examined) };
  }
  if (reading.kind === "evento") {
    const { evento } = reading;
    const examined = { exame: examination, chave: evento.chaveAcesso, natureza: reading.kind, sha256 };
    return { kind: "evento", row, evento, documento: await toDocumento(examined) };
  }
  if (reading.kind === "lote") throw new Error(`part ${parte.caminho} is a lote, and was not opened`);
  return { kind: "outro", row, outcome: outcomeOfReading(reading, { ...parte, bytes }) };
}

async function* keep(ctx: StageContext, batch: PartBatch): AsyncIterable<Ref> {
  const chaves = await keepBatch(ctx, batch);
  if (chaves.length > 0) ctx.wake?.();
  for (const alvo of chaves) yield { alvo };
}

async function keepBatch(ctx: StageContext, batch: PartBatch): Promise<string[]> {
  try {
    return await keepOnce(ctx, batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await keepSeparately(ctx, batch);
  }
}

/** One part holds a value that PostgreSQL cannot store: keeps the others without it. */
async function keepSeparately(
  ctx: StageContext,
  { emailId, parts: parsedParts, last, caro = null }: PartBatch,
): Promise<string[]> {
  const chaves: string[] = [];
  for (const parsed of parsedParts) {
    try {
      chaves.push(...(await keepOnce(ctx, { emailId, parts: [parsed], last: false })));
    } catch (error) {
      if (!isDataError(error)) throw error;
      const detalhe = storable(error.message.slice(0, DETAIL_MAX));
      const refused: ReadFile = {
        kind: "outro",
        row: parsed.row,
        outcome: outcomeOf("erro", "valor-impossivel", detalhe),
      };
      await keepOnce(ctx, { emailId, parts: [refused], last: false });
    }
  }
  if (last) await keepOnce(ctx, { emailId, parts: [], last, caro });
  return chaves;
}

async function keepOnce(ctx: StageContext, batch: PartBatch): Promise<string[]> {
  const { contaId } = ctx.job;
  const now = ctx.clock.now();
  return await ctx.tracing.run("publica", { attributes: { "malote.partes": batch.parts.length } }, () =>
    ctx.database.withConta(contaId, (db) => saveParts(db, contaId, { ...batch, now })),
  );
}
