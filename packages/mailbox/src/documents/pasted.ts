import { isQuotedPrintable } from "../mime/transfer-encoding.ts";
import { findDocuments } from "./roots.ts";

/**
 * A DF-e root with its bracket escaped, as in the source of a page. @NOTE each name has a maximum
 * length; otherwise a body of only `proc` would cost quadratic time.
 */
const ESCAPED_ROOT =
  /&(?:lt|#60|#x3c);(?:\w{1,20}:)?(?:\w{0,20}proc\w{0,20}|NFe|CTe\w{0,20}|MDFe|evento\w{0,20}|BPe|NF3e|NFCom|res\w{1,20}|retDistDFeInt)[\s&;#]/i;

/** Bytes of the root that are enough to include an attribute. */
const HEAD_BYTES = 512;

/** Tags that end a line of text. */
const LINE_BREAK_TAG = /^\/?(?:br|p|div|tr|li|pre|h[1-6]|table)\b/i;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/**
 * Finds documents pasted into a text, plain or HTML-escaped.
 * @returns UTF-8 without XML declaration, because the encoding of the text is no longer that of the
 * document
 */
export function findPasted(text: string, isHtml: boolean): Buffer[] {
  const plain = extractDocuments(text);
  if (!ESCAPED_ROOT.test(text)) return plain;
  return [...plain, ...extractDocuments(unescapeText(isHtml ? stripTags(text) : text))];
}

function extractDocuments(text: string): Buffer[] {
  if (!text.includes("<")) return [];
  const bytes = Buffer.from(text, "utf8");
  const spans = findDocuments(bytes).map(({ root, fim }) => bytes.subarray(root, fim));
  // A document still in quoted-printable is skipped: the raw scan decodes it from the raw bytes.
  return spans.filter((span) => !isQuotedPrintable(span.subarray(0, HEAD_BYTES)));
}

/** One pass, so that a hostile page costs no more than its length. */
function stripTags(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let open = html.indexOf("<"); open !== -1; open = html.indexOf("<", at)) {
    pieces.push(html.slice(at, open));
    const close = html.indexOf(">", open);
    if (close === -1) return pieces.join("");
    if (LINE_BREAK_TAG.test(html.slice(open + 1, open + 8))) pieces.push("\n");
    at = close + 1;
  }
  pieces.push(html.slice(at));
  return pieces.join("");
}

function unescapeText(text: string): string {
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos|nbsp)|#([0-9]{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, ...groups) => {
      const [name, decimal, hex]: (string | undefined)[] = groups;
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
