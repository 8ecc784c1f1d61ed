import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { FEED_LIMIT, type RotaName } from "@malote/contract";
import { cleanDocumento, isCnpj, isCpf } from "@malote/syntax";
import { Refusal } from "../../../errors.ts";
import { readCursor, writeCursor } from "../../../services/feed/cursor.rules.ts";
import type { NotaDoFeed } from "../../../services/feed/feed-notas.rows.ts";
import { type PaginaFeed, readNotas } from "../../../services/feed/read-feed.ts";
import { writeNotaLinha } from "../../../services/nota/nota.wire.ts";
import type { RestHandlers } from "../rest-handler.ts";

const unzip = promisify(gunzip);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const notasRotas = {
  "GET /notas": async (ctx, { query }) => {
    const { contaId } = ctx.caller;
    const { cursor, limit, incluir, tipo, cnpj, chave, ...filtro } = query;
    const comXml = incluir === "xml";
    const pagina = await readNotas(ctx, {
      depois: readCursor(contaId, cursor),
      limite: limit ?? FEED_LIMIT,
      comXml,
      filtro: {
        ...filtro,
        tipos: tipo,
        documentos: cnpj?.map((each) => readDocumento(each)),
        chaves: chave?.map(cleanDocumento),
      },
    });
    const itens = await Promise.all(pagina.itens.map((nota) => writeNotaDoFeed(nota, comXml)));
    return { corpo: { itens, page: writePage(contaId, pagina) } };
  },
} satisfies RestHandlers<Extract<RotaName, "GET /notas">>;

/** Where a feed goes on, in a page of it. */
export function writePage(
  contaId: string,
  { proxima, hasMore, maxSeq }: Omit<PaginaFeed<never>, "itens">,
): { next: string; hasMore: boolean; maxSeq: number } {
  return { next: writeCursor(contaId, proxima), hasMore, maxSeq };
}

/** @throws {Refusal} when it is neither a whole CNPJ nor a CPF */
function readDocumento(text: string): string {
  const clean = cleanDocumento(text);
  if (!isCnpj(clean) && !isCpf(clean)) throw new Refusal("cnpjInvalido", { campo: "cnpj" });
  return clean;
}

async function writeNotaDoFeed(nota: NotaDoFeed, comXml: boolean) {
  const { sequencia, xmlGzip } = nota;
  const linha = { ...writeNotaLinha(nota), sequencia };
  return comXml ? { ...linha, ...(await writeXml(xmlGzip)) } : linha;
}

/** XML as text where its bytes are those of the text, else in base64. */
async function writeXml(xmlGzip: Buffer | null): Promise<{ xml: string | null; xmlBase64?: string }> {
  if (xmlGzip === null) return { xml: null };
  const bytes = await unzip(xmlGzip);
  try {
    return { xml: utf8.decode(bytes) };
  } catch {
    return { xml: null, xmlBase64: bytes.toString("base64") };
  }
}
