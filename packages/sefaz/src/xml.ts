import { XMLParser, XMLValidator } from "fast-xml-parser";
import { SefazOutage } from "./outage.ts";

/** An element read by local name: children, attributes under "@nome" (never xmlns), text under "#text" and "#cdata". */
export type Elemento = { readonly [nome: string]: unknown };

const REPETIDOS: ReadonlySet<string> = new Set([
  "procEventoNFe",
  "procEventoCTe",
  "procEventoMDFe",
  "docZip",
]);

// @NOTE the defaults corrupt fiscal data (44 digits become 3.5e+43, left zeros go) and expand entities; these eleven do not.
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  cdataPropName: "#cdata",
  captureMetaData: true,
  isArray: (nome) => REPETIDOS.has(nome),
});

const LATINOS: ReadonlySet<string> = new Set(["iso-8859-1", "latin1", "windows-1252"]);
const CHARSET_DECLARADO = /^(?:\uFEFF)?<\?xml\s[^>]*encoding\s*=\s*["']([\w-]+)["']/;
const CHARSET_HTTP = /charset\s*=\s*"?([\w-]+)/i;
const ENTIDADE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi;
const NOMEADAS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of an answer: UTF-8, or Latin-1 when it is not UTF-8 and says so (in its declaration, else in the HTTP header).
 * @throws SefazOutage resposta-ilegivel */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const texto = new TextDecoder("windows-1252").decode(bytes);
    const charset = (CHARSET_DECLARADO.exec(texto) ?? CHARSET_HTTP.exec(contentType))?.[1] ?? "utf-8";
    if (LATINOS.has(charset.toLowerCase())) return texto;
    throw new SefazOutage("resposta-ilegivel", `not ${charset}`, { cause });
  }
}

/** Reads a whole answer without trusting it: no DTD, no entity of its own, well-formed, one root, at most 100 levels.
 * @throws SefazOutage resposta-ilegivel */
export function parseXml(texto: string): Elemento {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(texto)) throw ilegivel(texto, "DOCTYPE or ENTITY");
  const validade = XMLValidator.validate(texto);
  if (validade !== true) throw ilegivel(texto, validade.err.msg);
  const documento = parseUnguarded(texto);
  if (!isElemento(documento) || Object.keys(documento).length !== 1) throw ilegivel(texto, "not one root");
  return documento;
}

function parseUnguarded(texto: string): unknown {
  try {
    return PARSER.parse(texto);
  } catch (cause) {
    throw new SefazOutage("resposta-ilegivel", "refused by the parser", { cause });
  }
}

function ilegivel(texto: string, motivo: string): SefazOutage {
  const forma = /^\s*<(?:!doctype\s+)?html/i.test(texto) ? "an HTML page" : motivo;
  return new SefazOutage("resposta-ilegivel", `${forma}, begins ${JSON.stringify(texto.slice(0, 120))}`);
}

/** The child element of that local name; an empty one when it has only text or is not there. */
export function child(pai: Elemento, nome: string): Elemento {
  const filho = pai[nome];
  return isElemento(filho) ? filho : {};
}

/** The children that may come more than once, in document order. */
export function children(pai: Elemento, nome: string): Elemento[] {
  const filhos = pai[nome];
  return Array.isArray(filhos) ? filhos.map((filho) => (isElemento(filho) ? filho : {})) : [];
}

/** The text of the child of that local name, entities decoded and ends trimmed; null when it is absent or empty. */
export function text(pai: Elemento, nome: string): string | null {
  const filho = pai[nome];
  const texto = isElemento(filho) ? decodeText(filho["#text"]) + rawText(filho["#cdata"]) : decodeText(filho);
  return texto.trim() || null;
}

/** First element of that local name at most `niveis` below, whatever the wrappers in between are called. */
export function descendant(pai: Elemento, nome: string, niveis: number): Elemento | null {
  const achado = pai[nome];
  if (isElemento(achado)) return achado;
  if (niveis === 0) return null;
  for (const filho of Object.values(pai)) {
    const abaixo = isElemento(filho) ? descendant(filho, nome, niveis - 1) : null;
    if (abaixo) return abaixo;
  }
  return null;
}

/** The element's own piece of the text it was read from, from "<" to ">". */
export function sliceOf(elemento: Elemento, texto: string): string {
  const meta: unknown = Reflect.get(elemento, XMLParser.getMetaDataSymbol() as symbol);
  const { startIndex, endIndex } = isElemento(meta) ? meta : {};
  if (typeof startIndex !== "number" || typeof endIndex !== "number") {
    throw new SefazOutage("resposta-ilegivel", "an element without its place");
  }
  return texto.slice(startIndex, endIndex);
}

function isElemento(valor: unknown): valor is Elemento {
  return typeof valor === "object" && valor !== null && !Array.isArray(valor);
}

function rawText(valor: unknown): string {
  return typeof valor === "string" ? valor : "";
}

function decodeText(valor: unknown): string {
  return rawText(valor).replace(ENTIDADE, (inteira, hex?: string, decimal?: string, nome?: string) => {
    if (nome) return NOMEADAS[nome] ?? inteira;
    const codigo = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return codigo <= 0x10ffff ? String.fromCodePoint(codigo) : inteira;
  });
}

/** A text as the content of an element: the characters that would end it become entities. */
export function escapeXml(texto: string): string {
  return texto.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
