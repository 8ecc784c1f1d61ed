/** Writes XML in canonical form: no blanks between tags, start and end tag for empty elements,
 * attributes in order, canonical escapes. The signed bytes thus equal the written ones.
 * @source https://www.w3.org/TR/2001/REC-xml-c14n-20010315 */

const SPECIAL = /[&<>\r]/;

export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#xD;");
}

/** Writes an element with text only, escaped: `<name>text</name>`. */
export function leaf(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}

/** Writes an element around written XML; `name` may include attributes, in canonical order. */
export function element(name: string, ...children: string[]): string {
  const blank = name.indexOf(" ");
  const end = blank < 0 ? name : name.slice(0, blank);
  return `<${name}>${children.join("")}</${end}>`;
}

export const NFE_NAMESPACE = "http://www.portalfiscal.inf.br/nfe";
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
