import { XmlError } from "./xml-error.ts";

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const NUMERIC = /^#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,6}))$/;
const NAME_MAX = 10;

/** Resolves the five named references and the numeric ones; there are no others without a DTD.
 * @throws XmlError malformado for a bare "&", an unknown name or a character XML forbids */
export function decodeReferences(text: string): string {
  let at = text.indexOf("&");
  if (at === -1) return text;
  let out = "";
  let from = 0;
  while (at !== -1) {
    const end = text.indexOf(";", at);
    if (end === -1 || end - at > NAME_MAX) throw new XmlError("malformado", "&");
    out += text.slice(from, at) + resolveReference(text.slice(at + 1, end));
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

const TEXT: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };
const ATTRIBUTE: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};
const IN_TEXT = /[&<>\r]/;
const IN_ATTRIBUTE = /[&<"\t\n\r]/;

/** A text as the canonical form writes it.   @source C14N 1.0 §2.3 */
export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? text.replace(/[&<>\r]/g, (char) => TEXT[char] ?? char) : text;
}

/** The value of an attribute as the canonical form writes it.   @source C14N 1.0 §2.3 */
export function escapeAttribute(text: string): string {
  return IN_ATTRIBUTE.test(text) ? text.replace(/[&<"\t\n\r]/g, (char) => ATTRIBUTE[char] ?? char) : text;
}
