/** Everything the papelaria writes is already in canonical form (C14N 20010315): no blanks between tags, start and end
 * tag for empty elements, attributes in order, canonical escapes. So the bytes written are the bytes signed.
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

/** A leaf: `<nome>texto</nome>`, escaped. */
export function leaf(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}

/** An element around XML that is already written; `name` may carry attributes, in canonical order. */
export function element(name: string, ...children: string[]): string {
  const blank = name.indexOf(" ");
  const end = blank < 0 ? name : name.slice(0, blank);
  return `<${name}>${children.join("")}</${end}>`;
}

export const NFE_NAMESPACE = "http://www.portalfiscal.inf.br/nfe";
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
