import { findColados } from "../documents/pasted.ts";
import { findTrechos, TRECHOS_MAX } from "../documents/roots.ts";
import { decodeBytes } from "../mime/header.ts";
import { toColado } from "../mime/part.ts";
import { type Orcamento, type RecusaPacote, spendEntradas } from "./budget.ts";
import type { Arquivo, Conteudo } from "./contents.ts";

/**
 * White space, NUL and the end mark of old systems: all that may surround the only document of a
 * file.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const VAZIO = /^[\s\0\x1a\ufeff]*$/;
/** What may follow the root element of well-formed XML. */
const MISC = /^\s*<[!?]/;
const MARGEM_BYTES = 4096;

/** Treats a text as one file, unless it contains several documents, or one among other text. */
export function openTexto(bytes: Buffer, orcamento: Orcamento): Conteudo | Arquivo | RecusaPacote {
  const trechos = findTrechos(bytes);
  const [first] = trechos;
  if (first === undefined) return openPagina(bytes, orcamento);
  const before = bytes.toString("utf8", 0, Math.min(first.inicio, MARGEM_BYTES));
  const after = bytes.toString("utf8", first.fim, first.fim + MARGEM_BYTES);
  const isFirst = VAZIO.test(before);
  const isAlone = isFirst ? trechos.length === 1 && (VAZIO.test(after) || MISC.test(after)) : isMarkup(bytes);
  if (isAlone) return { kind: "arquivo" };
  return cutOut(
    trechos.map(({ inicio, fim }) => bytes.subarray(inicio, fim)),
    orcamento,
  );
}

/** Makes each document of a text an entry, up to the limit. */
function cutOut(colados: readonly Buffer[], orcamento: Orcamento): Conteudo | RecusaPacote {
  if (!spendEntradas(orcamento, colados.length)) return "pacote-muitos-arquivos";
  const itens = colados.map((colado, i) => toColado(colado, String(i + 1)));
  return { formato: "texto", dentro: itens.length, inteiro: itens.length < TRECHOS_MAX, itens };
}

/** Whether the file is XML that wraps documents: its own reader knows the wrapper. */
function isMarkup(bytes: Buffer): boolean {
  return (
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|[A-Za-z])/.test(bytes.toString("latin1", 0, 512)) && !isHtml(bytes)
  );
}

function isHtml(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|div|p|pre)\b/i.test(
    bytes.toString("latin1", 0, 512),
  );
}

/** Opens a page, or text copied from one, that shows a document in escaped form. */
function openPagina(bytes: Buffer, orcamento: Orcamento): Conteudo | Arquivo | RecusaPacote {
  if (!bytes.includes("&lt;") && !isHtml(bytes)) return { kind: "arquivo" };
  const colados = findColados(decodeBytes(bytes), isHtml(bytes));
  return colados.length === 0 ? { kind: "arquivo" } : cutOut(colados, orcamento);
}
