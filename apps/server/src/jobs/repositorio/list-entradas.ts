import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { AppContext } from "../../app-context.ts";
import { isAway } from "../../errors.ts";
import { mayLeave } from "../../services/antivirus/pass-antivirus.ts";
import { ArquivoImpossivel } from "../../services/arquivo-pedido/arquivo-pedido.rules.ts";
import { limiteOf, type PedidoRepositorio } from "../../services/download/download.rules.ts";
import {
  type EventoRepositorio,
  findEventosOf,
  findLogos,
  findRepositorio,
  findXmls,
  type NotaRepositorio,
} from "../../services/download/repositorio.rows.ts";
import { NOME_PAPEL, nameEvento } from "../../services/nota/nota-papel.ts";
import { PapelImpossivel, printPapel } from "../../services/nota/print-papel.ts";
import { createIndice } from "./indice.ts";
import { packBytes, packGzip, type ZipEntrada } from "./zip.ts";

/** Documents of one page, and bytes of XML (gzip) read at once. */
const PAGINA = 500;
const LOTE_BYTES = 4 * 1_048_576;

const unzip = promisify(gunzip);

/**
 * What to list, with callbacks for each finished document, each without its PDF, and each withheld by the
 * antivirus. isUltima: no attempt follows. pagina, limite: see PAGINA, limiteOf; smaller only in tests.
 */
export type Listagem = {
  contaId: string;
  pedido: PedidoRepositorio;
  isUltima: boolean;
  advance(feitos: number): Promise<void>;
  countSemPdf(): void;
  countRetido(): void;
  pagina?: number;
  limite?: number;
};

/**
 * The entries of a ZIP: each document's stored XML, its PDF and eventos if requested, and the index
 * at the end. A document that changes pages meanwhile is listed once. Memory is bounded, and no
 * transaction stays open while the consumer writes.
 * @throws ArquivoImpossivel when no document is left, or too many are
 */
export async function* listEntradas(ctx: AppContext, listagem: Listagem): AsyncGenerator<ZipEntrada> {
  const indice = createIndice();
  const limite = listagem.limite ?? limiteOf(listagem.pedido);
  const seen = new Set<string>();
  for await (const lote of listLotes(ctx, listagem)) {
    const conteudo = await readLote(ctx, listagem, lote);
    for (const nota of lote) {
      if (seen.has(nota.chave)) continue;
      if (seen.size === limite) throw new ArquivoImpossivel("passou-do-limite");
      seen.add(nota.chave);
      if (!(await mayLeave(ctx, listagem.contaId, xmlOf(nota, conteudo)))) {
        listagem.countRetido();
        await indice.add(nota, { arquivos: [], isSemPdf: false });
        continue;
      }
      const livres = await passEventos(ctx, listagem.contaId, conteudo.eventos.get(nota.id) ?? []);
      const pdf = conteudo.comPdf
        ? await printNota(ctx, nota, { conteudo, isUltima: listagem.isUltima })
        : null;
      const arquivos: string[] = [];
      for await (const entrada of writeNota(nota, {
        ...conteudo,
        eventos: new Map([[nota.id, livres]]),
        pdf,
      })) {
        arquivos.push(entrada.nome);
        yield entrada;
      }
      const isSemPdf = conteudo.comPdf && pdf === null;
      if (isSemPdf) listagem.countSemPdf();
      await indice.add(nota, { arquivos, isSemPdf });
      await listagem.advance(seen.size);
    }
  }
  if (seen.size === 0) throw new ArquivoImpossivel("ficou-vazio");
  yield await indice.finish();
}

/** Documents in pages by chave, cut where their XML together exceeds LOTE_BYTES. */
async function* listLotes(
  ctx: AppContext,
  { contaId, pedido, pagina = PAGINA }: Listagem,
): AsyncGenerator<NotaRepositorio[]> {
  let depois: NotaRepositorio | null = null;
  while (true) {
    const after: NotaRepositorio | null = depois;
    const notas: NotaRepositorio[] = await ctx.database.withContaSql(contaId, (sql) =>
      findRepositorio(sql, contaId, { pedido, depois: after, limite: pagina }),
    );
    yield* cutLotes(notas);
    depois = notas.at(-1) ?? null;
    if (notas.length < pagina) return;
  }
}

function* cutLotes(notas: readonly NotaRepositorio[]): Generator<NotaRepositorio[]> {
  let lote: NotaRepositorio[] = [];
  let bytes = 0;
  for (const nota of notas) {
    const more = nota.bytes ?? 0;
    if (lote.length > 0 && bytes + more > LOTE_BYTES) {
      yield lote;
      lote = [];
      bytes = 0;
    }
    lote.push(nota);
    bytes += more;
  }
  if (lote.length > 0) yield lote;
}

type Conteudo = {
  comPdf: boolean;
  xmls: Map<string, Buffer>;
  eventos: Map<string, EventoRepositorio[]>;
  logos: Map<string, Buffer>;
};

async function readLote(
  ctx: AppContext,
  { contaId, pedido: { comPdf, comEventos } }: Listagem,
  lote: readonly NotaRepositorio[],
): Promise<Conteudo> {
  const ids = lote.map(({ id }) => id);
  const emitentes = [...new Set(lote.map(({ cnpjEmitente }) => cnpjEmitente))];
  return await ctx.database.withContaSql(contaId, async (sql) => ({
    comPdf,
    xmls: await findXmls(sql, contaId, ids),
    eventos: groupByNota(comEventos ? await findEventosOf(sql, contaId, ids) : []),
    logos: comPdf ? await findLogos(sql, contaId, emitentes) : new Map(),
  }));
}

/** The eventos that the antivirus permits. */
async function passEventos(
  ctx: AppContext,
  contaId: string,
  eventos: readonly EventoRepositorio[],
): Promise<EventoRepositorio[]> {
  const livres: EventoRepositorio[] = [];
  for (const evento of eventos) if (await mayLeave(ctx, contaId, evento.xmlGzip)) livres.push(evento);
  return livres;
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
  conteudo: Conteudo & { pdf: Uint8Array | null },
): AsyncGenerator<ZipEntrada> {
  const tipo = nota.tipoNota.toLowerCase();
  const folder = `${tipo}/${nota.emissao.slice(0, 7)}`;
  const em = nota.emissao;
  yield { nome: `${folder}/${nota.chave}-${tipo}.xml`, em, ...(await packGzip(xmlOf(nota, conteudo))) };
  if (conteudo.pdf !== null) {
    const nome = `${folder}/${nota.chave}-${NOME_PAPEL[nota.tipoNota]}.pdf`;
    yield { nome, em, ...(await packBytes(conteudo.pdf)) };
  }
  const used = new Map<string, number>();
  for (const evento of conteudo.eventos.get(nota.id) ?? []) {
    const base = nameEvento(evento).replace(/[^0-9A-Za-z-]/g, "_");
    // Two authors may have sent an evento of the same number.
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    const nome = `${folder}/${base}${times === 1 ? "" : `-${times}`}.xml`;
    yield { nome, em, ...(await packGzip(evento.xmlGzip)) };
  }
}

function xmlOf({ id }: NotaRepositorio, { xmls }: Conteudo): Buffer {
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
  { conteudo, isUltima }: { conteudo: Conteudo; isUltima: boolean },
): Promise<Uint8Array | null> {
  const { id, situacao } = nota;
  const logo = conteudo.logos.get(nota.cnpjEmitente) ?? null;
  const pedido = { xml: await unzip(xmlOf(nota, conteudo)), doDocumento: null, situacao, logo };
  try {
    const impresso = ctx.print ? await ctx.print(pedido) : printPapel(pedido);
    return impresso?.pdf ?? null;
  } catch (error) {
    const isAtFault = error instanceof PapelImpossivel || (isUltima && !isAway(error));
    if (!isAtFault) throw error;
    ctx.log.error({ err: error, notaId: id }, "um documento não pôde ser impresso e ficou sem PDF no ZIP");
    return null;
  }
}
