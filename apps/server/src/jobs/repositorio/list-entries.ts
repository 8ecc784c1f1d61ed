import { MODELOS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { gunzip } from "../../compression.ts";
import { isUnavailable } from "../../errors.ts";
import { mayLeave } from "../../services/antivirus/scan-download.ts";
import { limitOf, type RepositorioRequest } from "../../services/download/download.rules.ts";
import {
  type EventoRepositorio,
  findEventosOf,
  findLogos,
  findRepositorio,
  findXmls,
  type NotaRepositorio,
} from "../../services/download/repositorio.rows.ts";
import { printForm, UnprintableForm } from "../../services/nota/document/print-form.ts";
import { nameEvento } from "../../services/nota/document/read-printed-form.ts";
import { ImpossibleFile } from "../../services/requested-file/requested-file.rules.ts";
import { packBytes, packGzip, type ZipEntry } from "./zip.ts";
import { createZipIndex } from "./zip-index.ts";

/** Documents of one page, and bytes of XML (gzip) read at once. */
const PAGE_SIZE = 500;
const BATCH_BYTES = 4 * 1_048_576;

/**
 * What to list, with callbacks for each finished document, each without its PDF, and each withheld by the
 * antivirus. isUltima: no attempt follows. pagina, limite: see PAGINA, limitOf; smaller only in tests.
 */
export type EntryListing = {
  contaId: string;
  pedido: RepositorioRequest;
  isUltima: boolean;
  advance(done: number): Promise<void>;
  countSemPdf(): void;
  countRetido(): void;
  pagina?: number;
  limite?: number;
};

/**
 * The entries of a ZIP: each document's stored XML, its PDF and eventos if requested, and the index
 * at the end. A document that changes pages meanwhile is listed once. Memory is bounded, and no
 * transaction stays open while the consumer writes.
 * @throws ImpossibleFile when no document is left, or too many are
 */
export async function* listEntries(ctx: AppContext, listing: EntryListing): AsyncGenerator<ZipEntry> {
  const index = createZipIndex();
  const limit = listing.limite ?? limitOf(listing.pedido);
  const seen = new Set<string>();
  for await (const batch of listBatches(ctx, listing)) {
    const content = await readBatch(ctx, listing, batch);
    for (const nota of batch) {
      if (seen.has(nota.chave)) continue;
      if (seen.size === limit) throw new ImpossibleFile("passou-do-limite");
      seen.add(nota.chave);
      if (!(await mayLeave(ctx, listing.contaId, xmlOf(nota, content)))) {
        listing.countRetido();
        await index.add(nota, { arquivos: [], isSemPdf: false });
        continue;
      }
      const permitted = await filterEventos(ctx, listing.contaId, content.eventos.get(nota.id) ?? []);
      const pdf = content.comPdf
        ? await printNota(ctx, nota, { conteudo: content, isUltima: listing.isUltima })
        : null;
      const arquivos: string[] = [];
      for await (const entry of writeNota(nota, {
        ...content,
        eventos: new Map([[nota.id, permitted]]),
        pdf,
      })) {
        arquivos.push(entry.nome);
        yield entry;
      }
      const isSemPdf = content.comPdf && pdf === null;
      if (isSemPdf) listing.countSemPdf();
      await index.add(nota, { arquivos, isSemPdf });
      await listing.advance(seen.size);
    }
  }
  if (seen.size === 0) throw new ImpossibleFile("ficou-vazio");
  yield await index.finish();
}

/** Documents in pages by chave, cut where their XML together exceeds LOTE_BYTES. */
async function* listBatches(
  ctx: AppContext,
  { contaId, pedido, pagina = PAGE_SIZE }: EntryListing,
): AsyncGenerator<NotaRepositorio[]> {
  let depois: NotaRepositorio | null = null;
  while (true) {
    const after: NotaRepositorio | null = depois;
    const notas: NotaRepositorio[] = await ctx.database.withConta(contaId, (db) =>
      findRepositorio(db, contaId, { request: pedido, position: after, limit: pagina }),
    );
    yield* cutBatches(notas);
    depois = notas.at(-1) ?? null;
    if (notas.length < pagina) return;
  }
}

function* cutBatches(notas: readonly NotaRepositorio[]): Generator<NotaRepositorio[]> {
  let batch: NotaRepositorio[] = [];
  let bytes = 0;
  for (const nota of notas) {
    const more = nota.bytes ?? 0;
    if (batch.length > 0 && bytes + more > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(nota);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

type BatchContent = {
  comPdf: boolean;
  xmls: Map<string, Buffer>;
  eventos: Map<string, EventoRepositorio[]>;
  logos: Map<string, Buffer>;
};

async function readBatch(
  ctx: AppContext,
  { contaId, pedido: { comPdf, comEventos } }: EntryListing,
  batch: readonly NotaRepositorio[],
): Promise<BatchContent> {
  const ids = batch.map(({ id }) => id);
  const emitentes = [...new Set(batch.map(({ cnpjEmitente }) => cnpjEmitente))];
  return await ctx.database.withConta(contaId, async (db) => ({
    comPdf,
    xmls: await findXmls(db, contaId, ids),
    eventos: groupByNota(comEventos ? await findEventosOf(db, contaId, ids) : []),
    logos: comPdf ? await findLogos(db, contaId, emitentes) : new Map(),
  }));
}

/** The eventos that the antivirus permits. */
async function filterEventos(
  ctx: AppContext,
  contaId: string,
  eventos: readonly EventoRepositorio[],
): Promise<EventoRepositorio[]> {
  const permitted: EventoRepositorio[] = [];
  for (const evento of eventos) if (await mayLeave(ctx, contaId, evento.xmlGzip)) permitted.push(evento);
  return permitted;
}

function groupByNota(eventos: readonly EventoRepositorio[]): Map<string, EventoRepositorio[]> {
  const by = new Map<string, EventoRepositorio[]>();
  for (const evento of eventos) {
    const known = by.get(evento.notaId);
    if (known) known.push(evento);
    else by.set(evento.notaId, [evento]);
  }
  return by;
}

/** The files of one document. Names hold no text of a sender: folders are type and month, files the chave. */
async function* writeNota(
  nota: NotaRepositorio,
  content: BatchContent & { pdf: Uint8Array | null },
): AsyncGenerator<ZipEntry> {
  const tipo = nota.tipoNota.toLowerCase();
  const folder = `${tipo}/${nota.emissao.slice(0, 7)}`;
  const em = nota.emissao;
  yield { nome: `${folder}/${nota.chave}-${tipo}.xml`, em, ...(await packGzip(xmlOf(nota, content))) };
  if (content.pdf !== null) {
    const name = `${folder}/${nota.chave}-${MODELOS[nota.tipoNota].printedForm.arquivo}.pdf`;
    yield { nome: name, em, ...(await packBytes(content.pdf)) };
  }
  const used = new Map<string, number>();
  for (const evento of content.eventos.get(nota.id) ?? []) {
    const base = nameEvento(evento).replace(/[^0-9A-Za-z-]/g, "_");
    // Two authors may have sent an evento of the same number.
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    const name = `${folder}/${base}${times === 1 ? "" : `-${times}`}.xml`;
    yield { nome: name, em, ...(await packGzip(evento.xmlGzip)) };
  }
}

function xmlOf({ id }: NotaRepositorio, { xmls }: BatchContent): Buffer {
  const xmlGzip = xmls.get(id);
  if (xmlGzip === undefined) throw new Error(`the XML of nota ${id} is missing`);
  return xmlGzip;
}

/**
 * The PDF of a document; null without a printed form or when it cannot be drawn, so that the others
 * go on. Other errors end the attempt; in the last attempt the document goes without its PDF.
 */
async function printNota(
  ctx: AppContext,
  nota: NotaRepositorio,
  { conteudo: content, isUltima }: { conteudo: BatchContent; isUltima: boolean },
): Promise<Uint8Array | null> {
  const { id, situacao } = nota;
  const logo = content.logos.get(nota.cnpjEmitente) ?? null;
  const pedido = {
    xml: await gunzip(xmlOf(nota, content)),
    documentXml: null,
    situacao,
    logo,
    format: "pdf" as const,
  };
  try {
    return ctx.print ? await ctx.print(pedido) : printForm(pedido);
  } catch (error) {
    const isDocumentFault = error instanceof UnprintableForm || (isUltima && !isUnavailable(error));
    if (!isDocumentFault) throw error;
    ctx.log.error({ err: error, notaId: id }, "um documento não pôde ser impresso e ficou sem PDF no ZIP");
    return null;
  }
}
