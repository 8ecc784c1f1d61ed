import { findPasted } from "../documents/pasted.ts";
import { DOCUMENTS_MAX, findDocuments } from "../documents/roots.ts";
import { decodeBytes } from "../mime/header.ts";
import { toPastedPart } from "../mime/part.ts";
import { type ArchiveRefusal, type Budget, spendEntries } from "./budget.ts";
import type { Contents, PlainFile } from "./contents.ts";

/**
 * White space, NUL and the end mark of old systems: all that may surround the only document of a
 * file.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL, SUB and BOM count as blank
const BLANK = /^[\s\0\x1a\ufeff]*$/;
/** What may follow the root element of well-formed XML. */
const MISC = /^\s*<[!?]/;
const MARGIN_BYTES = 4096;

/** Treats a text as one file, unless it contains several documents, or one among other text. */
export function openText(bytes: Buffer, budget: Budget): Contents | PlainFile | ArchiveRefusal {
  const spans = findDocuments(bytes);
  const [first] = spans;
  if (first === undefined) return openPage(bytes, budget);
  const before = bytes.toString("utf8", 0, Math.min(first.inicio, MARGIN_BYTES));
  const after = bytes.toString("utf8", first.fim, first.fim + MARGIN_BYTES);
  const isFirst = BLANK.test(before);
  const isAlone = isFirst ? spans.length === 1 && (BLANK.test(after) || MISC.test(after)) : isMarkup(bytes);
  if (isAlone) return { kind: "arquivo" };
  return toTextContents(
    spans.map(({ inicio, fim }) => bytes.subarray(inicio, fim)),
    budget,
  );
}

/** Makes each document of a text an entry, up to the limit. */
function toTextContents(pastedParts: readonly Buffer[], budget: Budget): Contents | ArchiveRefusal {
  if (!spendEntries(budget, pastedParts.length)) return "pacote-muitos-arquivos";
  const itens = pastedParts.map((pasted, i) => toPastedPart(pasted, String(i + 1)));
  return { formato: "texto", dentro: itens.length, inteiro: itens.length < DOCUMENTS_MAX, itens };
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
function openPage(bytes: Buffer, budget: Budget): Contents | PlainFile | ArchiveRefusal {
  if (!bytes.includes("&lt;") && !isHtml(bytes)) return { kind: "arquivo" };
  const pastedParts = findPasted(decodeBytes(bytes), isHtml(bytes));
  return pastedParts.length === 0 ? { kind: "arquivo" } : toTextContents(pastedParts, budget);
}
