import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { FEED_LIMIT } from "@malote/contract";
import { cleanDocumento, isCnpj, isCpf } from "@malote/syntax";
import { Refusal } from "../../../errors.ts";
import type { Download } from "../../../services/download.ts";
import { type LeitorDoFeed, readCursor, writeCursor } from "../../../services/feed/cursor.rules.ts";
import type { NotaDoFeed } from "../../../services/feed/feed-notas.rows.ts";
import { type PaginaFeed, readNotas } from "../../../services/feed/read-feed.ts";
import type { SignedInContext } from "../../../services/handler.ts";
import { writeNotaLinha } from "../../../services/nota/nota.wire.ts";
import { readXmlFile } from "../../../services/nota/nota-arquivo.ts";
import { readEventoFile, readPapelFile } from "../../../services/nota/nota-papel.ts";
import { findNotasMinimas } from "../../../services/operacao/operacao.rows.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPagina, writeLista } from "./lista.ts";

const unzip = promisify(gunzip);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const notasRotas = {
  "GET /notas": async (ctx, { query }) => {
    const { cursor, limit, incluir, tipo, cnpj, chave, ...filtro } = query;
    const comXml = incluir === "xml";
    const pagina = await readNotas(ctx, {
      depois: readCursor(ctx.caller, cursor),
      leitor: ctx.caller,
      limite: limit ?? FEED_LIMIT,
      comXml,
      filtro: {
        ...filtro,
        tipos: tipo,
        documentos: cnpj?.map((each) => readDocumento(each)),
        chaves: chave?.map(cleanDocumento),
      },
    });
    const agora = ctx.clock.now();
    const itens = await Promise.all(pagina.itens.map((nota) => writeNotaDoFeed(nota, { comXml, agora })));
    return { corpo: { itens, page: writePage(ctx.caller, pagina) } };
  },

  "GET /notas/abertas": async (ctx) => {
    const { totalCount: total, object } = await callMethod(ctx, "Nota.getNotasEntradaEmAberto", {});
    return { corpo: { total, ...object } };
  },
  "GET /notas/divergentes": async (ctx, { query: { pagina, limit, ordem, ...query } }) => {
    const params = { ...toDivergencias(query), listSearchOrder: ordem, ...toPagina({ pagina, limit }) };
    return { corpo: writeLista(await callMethod(ctx, "Nota.getNotasDivergentes", params)) };
  },
  "GET /notas/divergentes/total": async (ctx, { query }) => {
    const { totalCount: total, object } = await callMethod(
      ctx,
      "Nota.getNumeroDivergencias",
      toDivergencias(query),
    );
    return { corpo: { total, ...object } };
  },
  "GET /notas/chave/{chave}": async (ctx, { caminho, query: { entradaSaida } }) => {
    const { contaId } = ctx.caller;
    const chaves = [cleanDocumento(caminho.chave)];
    const visoes = await ctx.database.withContaSql(contaId, (sql) =>
      findNotasMinimas(sql, contaId, { ids: [], chaves }),
    );
    const visao = visoes.find(({ papel }) => entradaSaida === undefined || papel === entradaSaida);
    if (visao === undefined) throw new Refusal("notaNaoEncontrada");
    return { corpo: (await callMethod(ctx, "Nota.getNota", { id: visao.id })).object };
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
    arquivo: await readPapelFile(ctx, ctx.caller, caminho.id),
  }),
  "GET /notas/{id}/dacte": async (ctx, { caminho }) => ({
    arquivo: await readPapelFile(ctx, ctx.caller, caminho.id),
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

type Divergencias = {
  entradaSaida?: "E" | "S" | undefined;
  de?: string | undefined;
  ate?: string | undefined;
  cnpjEmpresa?: string | undefined;
};

/** @throws {Refusal} when one end of the range is missing */
function toDivergencias({ entradaSaida, de, ate, cnpjEmpresa }: Divergencias) {
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
  leitor: LeitorDoFeed,
  { proxima, hasMore, maxSeq }: Omit<PaginaFeed<never>, "itens">,
): { next: string; hasMore: boolean; maxSeq: number } {
  return { next: writeCursor(leitor, proxima), hasMore, maxSeq };
}

/** @throws {Refusal} when the text is neither a whole CNPJ nor a CPF */
function readDocumento(text: string): string {
  const clean = cleanDocumento(text);
  if (!isCnpj(clean) && !isCpf(clean)) throw new Refusal("cnpjInvalido", { campo: "cnpj" });
  return clean;
}

async function writeNotaDoFeed(nota: NotaDoFeed, { comXml, agora }: { comXml: boolean; agora: Date }) {
  const { sequencia, xmlGzip } = nota;
  const linha = { ...writeNotaLinha(nota, agora), sequencia };
  return comXml ? { ...linha, ...(await writeXml(xmlGzip)) } : linha;
}

/** XML as text when its bytes are valid UTF-8, otherwise in base64. */
async function writeXml(xmlGzip: Buffer | null): Promise<{ xml: string | null; xmlBase64?: string }> {
  if (xmlGzip === null) return { xml: null };
  const bytes = await unzip(xmlGzip);
  try {
    return { xml: utf8.decode(bytes) };
  } catch {
    return { xml: null, xmlBase64: bytes.toString("base64") };
  }
}
