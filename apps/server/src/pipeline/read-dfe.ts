import { type Confianca, type Exame, examineDfe } from "@malote/dfe";
import { isDataError } from "../db/index.ts";
import { keepArquivos, type Lido, type Lote } from "../services/captura/keep-arquivos.ts";
import { isQuarentena } from "../services/documento/merito.rules.ts";
import { hexOf, toDocumento } from "../services/documento/to-documento.ts";
import { findSandbox } from "../services/empresa/casa.rows.ts";
import { findProvavel, proveByDominio } from "../services/empresa/prove-empresa.ts";
import { readConfianca } from "../trust.ts";
import { type Arquivo, sorte as fate } from "./arquivo.ts";
import { type Conferente, checkEsquema, openConferente } from "./esquemas.ts";
import { sorteOfLeitura } from "./fate.ts";
import { createLeitura, type Leitura } from "./leitura.ts";
import { openLoteDe } from "./open-lote.ts";
import { startPuts } from "./puts.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";
import { storable } from "./storable.ts";

/** Parts per transaction (architecture §3). */
const LOTE_PARTES = 200;
/** Bytes in memory after which a transaction is due, whatever the count. */
const LOTE_BYTES = 16 * 1024 * 1024;
/** Longest database message stored with an impossible value. */
const DETALHE_MAX = 200;

/**
 * guarda: which bytes go to the blob store, besides the XML of a documento. encerra: the last part
 * closes the e-mail.
 */
export type Leitor = { guarda(lido: Lido): boolean; encerra: boolean };

/** Parses and verifies each file, stores it with its outcome, and yields the chaves to query at SEFAZ. */
export const readDocumento: Stage<Arquivo, Ref> = {
  nome: "read-dfe",
  job: "ingest",
  run: (ctx, inputs) => readArquivos(ctx, inputs, { guarda: () => true, encerra: true }),
};

/**
 * The same for files of other origin than mail. The job's alvo is the e-mail or import that they belong to.
 */
export async function* readArquivos(
  ctx: StageContext,
  inputs: AsyncIterable<Arquivo>,
  { guarda, encerra }: Leitor,
): AsyncIterable<Ref> {
  const emailId = ctx.job.alvo;
  const how = {
    confianca: readConfianca(ctx.config, await isSandbox(ctx)),
    conferente: await openConferente(ctx),
    leitura: ctx.leitura ?? createLeitura(),
    depth: 1,
  };
  const provavel = await findProvavel(ctx, ctx.job.contaId, emailId);
  let lidos: Lido[] = [];
  let puts = startPuts(ctx.blobs, ctx.job.contaId);
  let bytesLidos = 0;
  for await (const { bytes, lido } of readAll(inputs, how)) {
    if (guarda(lido)) puts.put(bytes);
    bytesLidos += bytes.length;
    lidos.push(lido);
    if (lidos.length < LOTE_PARTES && bytesLidos < LOTE_BYTES) continue;
    await puts.done();
    yield* keep(ctx, { emailId, lidos, last: false });
    await prove(ctx, provavel, lidos);
    lidos = [];
    puts = startPuts(ctx.blobs, ctx.job.contaId);
    bytesLidos = 0;
  }
  await puts.done();
  const { custo } = how.leitura;
  const caro = custo.hasStopped() ? { custoMs: custo.ms() } : null;
  yield* keep(ctx, { emailId, lidos, last: encerra, caro });
  await prove(ctx, provavel, lidos);
}

/** Documents in a mailbox of a proved domain may prove empresas of the conta. */
async function prove(
  ctx: StageContext,
  provavel: Awaited<ReturnType<typeof findProvavel>>,
  lidos: readonly Lido[],
): Promise<void> {
  if (provavel === null) return;
  const chegados = lidos.flatMap((lido) => {
    if (lido.kind !== "nota") return [];
    const { veredito, xmlGzip } = lido.documento;
    return [{ veredito, xmlGzip, emitente: lido.nota.emitente.documento }];
  });
  await proveByDominio(ctx, ctx.job.contaId, { provavel, chegados });
}

async function isSandbox(ctx: StageContext): Promise<boolean> {
  if (ctx.config.sandbox === null) return false;
  const { contaId } = ctx.job;
  return ctx.database.withContaSql(contaId, (sql) => findSandbox(sql, contaId));
}

/** One part, with its original bytes. */
type Parte = { bytes: Uint8Array; lido: Lido };

/** How files are verified; `depth` is 1 for a file of the e-mail, more inside lotes. */
type Modo = { confianca: Confianca; conferente: Conferente | null; leitura: Leitura; depth: number };

async function* readAll(arquivos: AsyncIterable<Arquivo>, how: Modo): AsyncIterable<Parte> {
  for await (const arquivo of arquivos) yield* read(arquivo, how);
}

// Only the parsed XML shows whether it is one document or a lote, and it is parsed once.
async function* read(whole: Arquivo, how: Modo): AsyncIterable<Parte> {
  const { custo, orcamento } = how.leitura;
  const arquivo = whole.sorte === null && custo.isOver() ? withoutReading(whole, how) : whole;
  const { bytes, sorte } = arquivo;
  const exame = sorte === null ? examine(bytes, how) : null;
  if (exame?.leitura.kind !== "lote") {
    yield { bytes, lido: await toLido(arquivo, exame) };
    if (exame) yield* readJuntos(arquivo, exame);
    return;
  }
  const within = { ...how, depth: how.depth + 1 };
  for (const inside of openLoteDe(arquivo, how.depth, orcamento)) yield* read(inside, within);
}

/** The eventos inside the file of a nota, each as a part of its own. */
async function* readJuntos(arquivo: Arquivo, { eventos, veredito, achados }: Exame): AsyncIterable<Parte> {
  const isGenuine = veredito !== null && !isQuarentena({ veredito, achados });
  for (const [i, exame] of eventos.entries()) {
    const { bytes, leitura } = exame;
    const nome = `${i + 1}-${leitura.raiz ?? "evento"}.xml`;
    const caminho = `${arquivo.caminho}/${i + 1}`;
    const parte = { caminho, nome, tipo: "application/xml", embutida: false, contentId: null };
    const lido = await toLido({ ...parte, bytes, sorte: null }, exame);
    yield { bytes, lido: lido.kind === "evento" ? { ...lido, daNota: isGenuine } : lido };
  }
}

/**
 * A part left unread for lack of CPU. A document of a lote has no blob of its own: its bytes are in
 * the lote's.
 */
function withoutReading(arquivo: Arquivo, { depth }: Modo): Arquivo {
  const caro = { ...arquivo, sorte: fate("erro", "caro-demais") };
  return depth === 1 ? caro : { ...caro, bytes: new Uint8Array() };
}

function examine(bytes: Uint8Array, { confianca, conferente, leitura }: Modo): Exame {
  const { custo, reparos } = leitura;
  const work = (): Exame => checkEsquema(conferente, examineDfe(bytes, confianca, reparos), bytes);
  return custo.judge(work, isVain);
}

/** A document without a valid signature, also after repair. */
function isVain({ veredito, assinatura, reparo }: Exame): boolean {
  return veredito !== null && assinatura.estado !== "valida" && reparo === null;
}

/** @param exame null if opening already decided the outcome */
async function toLido({ bytes, sorte, ...parte }: Arquivo, exame: Exame | null): Promise<Lido> {
  const sha256 = hexOf("sha256", bytes);
  const nome = parte.nome === null ? null : storable(parte.nome);
  const linha = { ...parte, nome, tamanho: bytes.length, sha256 };
  if (exame === null) {
    if (sorte === null) throw new Error(`part ${parte.caminho} was neither settled nor read`);
    return { kind: "outro", linha, sorte };
  }
  const { leitura } = exame;
  if (leitura.kind === "nota") {
    const { nota } = leitura;
    const examinado = { exame, chave: nota.chaveAcesso, natureza: leitura.kind, sha256 };
    return { kind: "nota", linha, nota, documento: await toDocumento(examinado) };
  }
  if (leitura.kind === "evento") {
    const { evento } = leitura;
    const examinado = { exame, chave: evento.chaveAcesso, natureza: leitura.kind, sha256 };
    return { kind: "evento", linha, evento, documento: await toDocumento(examinado) };
  }
  if (leitura.kind === "lote") throw new Error(`part ${parte.caminho} is a lote, and was not opened`);
  return { kind: "outro", linha, sorte: sorteOfLeitura(leitura, { ...parte, bytes }) };
}

async function* keep(ctx: StageContext, lote: Lote): AsyncIterable<Ref> {
  const chaves = await keepLote(ctx, lote);
  if (chaves.length > 0) ctx.wake?.();
  for (const alvo of chaves) yield { alvo };
}

async function keepLote(ctx: StageContext, lote: Lote): Promise<string[]> {
  try {
    return await keepOnce(ctx, lote);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await keepApart(ctx, lote);
  }
}

/** One part holds a value that PostgreSQL cannot store: keeps the others without it. */
async function keepApart(ctx: StageContext, { emailId, lidos, last, caro = null }: Lote): Promise<string[]> {
  const chaves: string[] = [];
  for (const lido of lidos) {
    try {
      chaves.push(...(await keepOnce(ctx, { emailId, lidos: [lido], last: false })));
    } catch (error) {
      if (!isDataError(error)) throw error;
      const detalhe = storable(error.message.slice(0, DETALHE_MAX));
      const refused: Lido = {
        kind: "outro",
        linha: lido.linha,
        sorte: fate("erro", "valor-impossivel", detalhe),
      };
      await keepOnce(ctx, { emailId, lidos: [refused], last: false });
    }
  }
  if (last) await keepOnce(ctx, { emailId, lidos: [], last, caro });
  return chaves;
}

async function keepOnce(ctx: StageContext, lote: Lote): Promise<string[]> {
  const { contaId } = ctx.job;
  const agora = ctx.clock.now();
  return await ctx.tracing.run("publica", { attributes: { "malote.partes": lote.lidos.length } }, () =>
    ctx.database.withContaSql(contaId, (sql) => keepArquivos(sql, contaId, { ...lote, agora })),
  );
}
