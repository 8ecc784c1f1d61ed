import { XmlError } from "./xml-error.ts";

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const NUMERIC = /^#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,6}))$/;
const NAME_MAX = 10;

/** Resolves the five named references and the numeric ones; without a DTD there are no others.
 * @throws XmlError malformado for a bare "&", an unknown name or a forbidden character */
export function decodeReferences(text: string): string {
  let at = text.indexOf("&");
  if (at === -1) return text;
  let out = "";
  let from = 0;
  // The same reference often repeats.
  let last: string | null = null;
  let meant = "";
  while (at !== -1) {
    const end = text.indexOf(";", at);
    if (end === -1 || end - at > NAME_MAX) throw new XmlError("malformado", "&");
    const name = text.slice(at + 1, end);
    if (name !== last) meant = resolveReference(name);
    last = name;
    out += text.slice(from, at) + meant;
    from = end + 1;
    at = text.indexOf("&", from);
  }
  return out + text.slice(from);
}

function resolveReference(name: string): string {
  if (Object.hasOwn(NAMED, name)) return NAMED[name] ?? "";
  const match = NUMERIC.exec(name);
  if (!match) throw new XmlError("malformado", `&${name};`);
  const code = match[1] === undefined ? Number.parseInt(match[2] ?? "", 16) : Number.parseInt(match[1], 10);
  if (!isXmlChar(code)) throw new XmlError("malformado", `&${name};`);
  return String.fromCodePoint(code);
}

/** @source XML 1.0 §2.2, production Char */
function isXmlChar(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

const IN_TEXT = /[&<>\r]/;
const IN_ATTRIBUTE = /[&<"\t\n\r]/;
/** Matches the characters and references of a text that its canonical form writes differently. */
const REWRITTEN = />|&(?!(?:amp|lt|gt);)/;

/** Says whether the canonical form of a text equals its source.   @param raw without "<" and CR */
export function isTextCanonical(raw: string): boolean {
  return !REWRITTEN.test(raw);
}

// One replaceAll per character, "&" first, is several times faster than one search for all of them.

/** The canonical form of a text.   @source C14N 1.0 §2.3 */
export function escapeText(text: string): string {
  if (!IN_TEXT.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#xD;");
}

/** The canonical form of an attribute value.   @source C14N 1.0 §2.3 */
export function escapeAttribute(text: string): string {
  if (!IN_ATTRIBUTE.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#x9;")
    .replaceAll("\n", "&#xA;")
    .replaceAll("\r", "&#xD;");
}
