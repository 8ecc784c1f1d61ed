import { FEED_LIMIT } from "@malote/contract";
import { cleanDocumento, isCnpj, isCpf } from "@malote/syntax";
import { gunzip } from "../../../compression.ts";
import { Refusal } from "../../../errors.ts";
import { type FeedReader, readCursor, writeCursor } from "../../../services/feed/cursor.rules.ts";
import type { FeedNota } from "../../../services/feed/feed-notas.rows.ts";
import { type FeedPage, readNotas } from "../../../services/feed/read-feed.ts";
import type { Download } from "../../../services/file-download.ts";
import type { SignedInContext } from "../../../services/handler.ts";
import { readEventoFile, readPrintedFormFile } from "../../../services/nota/document/read-printed-form.ts";
import { readXmlFile } from "../../../services/nota/document/read-xml-file.ts";
import { writeNotaRow } from "../../../services/nota/nota.wire.ts";
import { findNotaSummaries } from "../../../services/nota/nota-summary.rows.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPageParams, writeList } from "./list.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const notaRoutes = {
  "GET /notas": async (ctx, { query }) => {
    const { cursor, limit, incluir, tipo, cnpj, chave, ...filter } = query;
    const comXml = incluir === "xml";
    const page = await readNotas(ctx, {
      depois: readCursor(ctx.caller, cursor),
      leitor: ctx.caller,
      limite: limit ?? FEED_LIMIT,
      comXml,
      filtro: {
        ...filter,
        tipos: tipo,
        documentos: cnpj?.map((each) => readDocumento(each)),
        chaves: chave?.map(cleanDocumento),
      },
    });
    const now = ctx.clock.now();
    const itens = await Promise.all(page.itens.map((nota) => writeFeedNota(nota, { comXml, now })));
    return { corpo: { itens, page: writePage(ctx.caller, page) } };
  },

  "GET /notas/abertas": async (ctx) => {
    const { totalCount: total, object } = await callMethod(ctx, "Nota.getNotasEntradaEmAberto", {});
    return { corpo: { total, ...object } };
  },
  "GET /notas/divergentes": async (ctx, { query: { pagina: page, limit, ordem, ...query } }) => {
    const params = {
      ...toDivergenciaParams(query),
      listSearchOrder: ordem,
      ...toPageParams({ pagina: page, limit }),
    };
    return { corpo: writeList(await callMethod(ctx, "Nota.getNotasDivergentes", params)) };
  },
  "GET /notas/divergentes/total": async (ctx, { query }) => {
    const { totalCount: total, object } = await callMethod(
      ctx,
      "Nota.getNumeroDivergencias",
      toDivergenciaParams(query),
    );
    return { corpo: { total, ...object } };
  },
  "GET /notas/chave/{chave}": async (ctx, { caminho, query: { entradaSaida } }) => {
    const { contaId } = ctx.caller;
    const chaves = [cleanDocumento(caminho.chave)];
    const found = await ctx.database.withConta(contaId, (db) =>
      findNotaSummaries(db, contaId, { ids: [], chaves }),
    );
    const wanted = found.find(({ papel }) => entradaSaida === undefined || papel === entradaSaida);
    if (wanted === undefined) throw new Refusal("notaNaoEncontrada");
    return { corpo: (await callMethod(ctx, "Nota.getNota", { id: wanted.id })).object };
  },
  "GET /notas/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Nota.getNota", caminho)).object,
  }),
  "GET /notas/{id}/xml": async (ctx, { caminho }) => ({
    arquivo: await readXmlFile(ctx, ctx.caller, caminho.id),
  }),
  "GET /notas/{id}/json": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Nota.getNotaJson", caminho)).object,
  }),
  "GET /notas/{id}/danfe": async (ctx, { caminho }) => ({
    arquivo: await readPrintedFormFile(ctx, ctx.caller, { id: caminho.id, format: "pdf" }),
  }),
  "GET /notas/{id}/dacte": async (ctx, { caminho }) => ({
    arquivo: await readPrintedFormFile(ctx, ctx.caller, { id: caminho.id, format: "pdf" }),
  }),
  "GET /notas/{id}/eventos": async (ctx, { caminho }) => ({
    corpo: { itens: (await callMethod(ctx, "Nota.getNota", caminho)).object.listEventos },
  }),
  "GET /notas/{id}/eventos/{eventoId}/xml": async (ctx, { caminho }) => ({
    arquivo: await readEvento(ctx, caminho, "xml"),
  }),
  "GET /notas/{id}/eventos/{eventoId}/pdf": async (ctx, { caminho }) => ({
    arquivo: await readEvento(ctx, caminho, "pdf"),
  }),
  "GET /busca": async (ctx, { query: { q } }) => ({
    corpo: { itens: (await callMethod(ctx, "Nota.globalSearchNota", { searchKey: q })).results },
  }),
} satisfies Partial<RestHandlers>;

/** An evento of this document.   @throws {Refusal} notaNaoEncontrada, eventoNaoEncontrado */
async function readEvento(
  ctx: SignedInContext,
  { id, eventoId }: { id: string; eventoId: string },
  formato: "xml" | "pdf",
): Promise<Download> {
  const { object } = await callMethod(ctx, "Nota.getNota", { id });
  if (!object.listEventos.some((evento) => evento.id === eventoId)) throw new Refusal("eventoNaoEncontrado");
  return await readEventoFile(ctx, ctx.caller, { id: eventoId, formato });
}

type DivergenciaQuery = {
  entradaSaida?: "E" | "S" | undefined;
  de?: string | undefined;
  ate?: string | undefined;
  cnpjEmpresa?: string | undefined;
};

/** @throws {Refusal} when one end of the range is missing */
function toDivergenciaParams({ entradaSaida, de, ate, cnpjEmpresa }: DivergenciaQuery) {
  if ((de === undefined) !== (ate === undefined)) {
    throw new Refusal("restPeriodoIncompleto", { campo: de === undefined ? "de" : "ate" });
  }
  return {
    entradaSaida,
    searchDateRange: de === undefined || ate === undefined ? null : { de, ate },
    searchCnpjCpfEmpresa: cnpjEmpresa,
  };
}

/** Position of the next page of a feed. */
export function writePage(
  leitor: FeedReader,
  { nextAfter: proxima, hasMore, maxSeq }: Omit<FeedPage<never>, "itens">,
): { next: string; hasMore: boolean; maxSeq: number } {
  return { next: writeCursor(leitor, proxima), hasMore, maxSeq };
}

/** @throws {Refusal} when the text is neither a whole CNPJ nor a CPF */
function readDocumento(text: string): string {
  const clean = cleanDocumento(text);
  if (!isCnpj(clean) && !isCpf(clean)) throw new Refusal("cnpjInvalido", { campo: "cnpj" });
  return clean;
}

async function writeFeedNota(nota: FeedNota, { comXml, now }: { comXml: boolean; now: Date }) {
  const { sequencia, xmlGzip } = nota;
  const listItem = { ...writeNotaRow(nota, now), sequencia };
  return comXml ? { ...listItem, ...(await writeXml(xmlGzip)) } : listItem;
}

/** XML as text when its bytes are valid UTF-8, otherwise in base64. */
async function writeXml(xmlGzip: Buffer | null): Promise<{ xml: string | null; xmlBase64?: string }> {
  if (xmlGzip === null) return { xml: null };
  const bytes = await gunzip(xmlGzip);
  try {
    return { xml: utf8.decode(bytes) };
  } catch {
    return { xml: null, xmlBase64: bytes.toString("base64") };
  }
}
