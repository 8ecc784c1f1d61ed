import { SefazOutage } from "../transport/outage.ts";

/** An element of a response, found by local name. `attributes` alternates name and raw value as written,
 * with prefixes and xmlns. `rawText` is its own raw text (CDATA escaped, entities not decoded); `start`
 * and `end` are its offsets from "<" to ">". */
export type XmlElement = {
  readonly name: string;
  readonly start: number;
  end: number;
  attributes: readonly string[];
  childElements: readonly XmlElement[];
  rawText: string;
};

/** The most elements that are read; a response of 4 MB with every evento of a document has about 100 000. */
const ELEMENTS_MAX = 250_000;
const LEVELS_MAX = 100;
/** Each attribute is compared with those before it: unlimited, an element of 4 MB would cost the square of
 * their number. */
const ATTRIBUTES_MAX = 64;

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const LATIN_1: ReadonlySet<string> = new Set(["iso-8859-1", "latin1", "windows-1252"]);
const DECLARED_CHARSET = /^(?:\uFEFF)?<\?xml\s[^>]*encoding\s*=\s*["']([\w-]+)["']/;
const HTTP_CHARSET = /charset\s*=\s*"?([\w-]+)/i;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi;
const NAMED_ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const NAME = "[A-Za-z_:\\u0080-\\uFFFD][\\w:.\\-\\u00B7-\\uFFFD]*";
const quoted = (value: string) => `\\s*=\\s*(?:"${value}"|'${value}')`;
const DECLARATION = new RegExp(
  `\\uFEFF?(?:<\\?xml\\s+version${quoted("1\\.[0-9]+")}(?:\\s+encoding${quoted("[A-Za-z][\\w.-]*")})?` +
    `(?:\\s+standalone${quoted("(?:yes|no)")})?\\s*\\?>)?`,
  "y",
);
const START_TAG = new RegExp(`<(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const START_TAG_END = /\s*(\/?)>/y;
const END_TAG_END = /\s*>/y;
const INSTRUCTION = new RegExp(`<\\?(?!xml[\\s?])${NAME}(?:\\s.*?)?\\?>`, "isy");
const COMMENT = /<!--(?:(?!--).)*-->/sy;
const CDATA = /<!\[CDATA\[(.*?)\]\]>/sy;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 §2.2 forbids exactly these
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const BLANK = /^\s*$/;

const NONE: XmlElement = { name: "", start: 0, end: 0, attributes: [], childElements: [], rawText: "" };

/** Decodes a response: UTF-8, or Latin-1 if it is not UTF-8 and is declared so (in the XML, else in the
 * HTTP header).
 * @throws SefazOutage resposta-ilegivel */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  try {
    return UTF_8.decode(bytes);
  } catch (cause) {
    const rawText = new TextDecoder("windows-1252").decode(bytes);
    const charset = (DECLARED_CHARSET.exec(rawText) ?? HTTP_CHARSET.exec(contentType))?.[1] ?? "utf-8";
    if (LATIN_1.has(charset.toLowerCase())) return rawText;
    throw new SefazOutage("resposta-ilegivel", `not ${charset}`, { cause });
  }
}

/** Parses a whole untrusted response: well-formed, one root, no DTD, no custom entities, no namespace
 * processing. At most 100 levels, 250 000 elements and 64 attributes each.
 * @returns the document, whose only child is the root
 * @throws SefazOutage resposta-ilegivel, or resposta-grande-demais for the number of elements
 * @source XML 1.0, 5th edition, without its DTD */
export function parseXml(rawText: string): XmlElement {
  if (FORBIDDEN.test(rawText)) throw unreadable(rawText, "a forbidden character");
  return new Parser(rawText).read();
}

type OpenElement = { element: XmlElement; written: string; childElements: XmlElement[] };

class Parser {
  readonly #source: string;
  readonly #stack: OpenElement[] = [];
  #root: XmlElement | null = null;
  #count = 0;
  #pos = 0;

  constructor(rawText: string) {
    this.#source = rawText;
  }

  read(): XmlElement {
    this.#take(DECLARATION, "no valid declaration");
    for (;;) {
      const lessThan = this.#source.indexOf("<", this.#pos);
      this.#addText(this.#source.slice(this.#pos, lessThan < 0 ? undefined : lessThan));
      if (lessThan < 0) break;
      this.#pos = lessThan;
      this.#readMarkup(this.#source[lessThan + 1]);
    }
    if (!this.#root || this.#stack.length > 0) throw this.#malformed("not closed");
    return { ...NONE, end: this.#source.length, childElements: [this.#root] };
  }

  #readMarkup(second: string | undefined): void {
    if (second === "/") {
      this.#close();
    } else if (second === "?") {
      this.#take(INSTRUCTION, "a broken instruction");
    } else if (second !== "!") {
      this.#open();
    } else if (this.#source.startsWith("<!--", this.#pos)) {
      this.#take(COMMENT, "a broken comment");
    } else if (this.#source.startsWith("<![CDATA[", this.#pos)) {
      this.#addRaw(escapeXml(this.#take(CDATA, "a broken CDATA")[1] ?? ""));
    } else {
      throw this.#malformed("DOCTYPE or ENTITY");
    }
  }

  #open(): void {
    const start = this.#pos;
    const written = this.#take(START_TAG, "a stray <")[1] ?? "";
    const attributes = this.#readAtributos();
    const empty = this.#take(START_TAG_END, "a broken start tag")[1] === "/";
    const name = written.slice(written.indexOf(":") + 1);
    const element: XmlElement = {
      name,
      start,
      end: this.#pos,
      attributes,
      childElements: NONE.childElements,
      rawText: "",
    };
    this.#attach(element);
    if (empty) return;
    if (this.#stack.length === LEVELS_MAX) throw this.#malformed("too deep");
    this.#stack.push({ element, written, childElements: [] });
  }

  #attach(element: XmlElement): void {
    this.#count += 1;
    if (this.#count > ELEMENTS_MAX)
      throw new SefazOutage("resposta-grande-demais", `over ${ELEMENTS_MAX} elements`);
    const parent = this.#stack.at(-1);
    if (parent) {
      if (parent.childElements.push(element) === 1) parent.element.childElements = parent.childElements;
    } else if (this.#root) {
      throw this.#malformed("more than one root");
    } else {
      this.#root = element;
    }
  }

  #readAtributos(): readonly string[] {
    let attributes: string[] | null = null;
    for (;;) {
      ATTRIBUTE.lastIndex = this.#pos;
      const match = ATTRIBUTE.exec(this.#source);
      if (!match) return attributes ?? NONE.attributes;
      const [, name = "", doubleQuoted, singleQuoted = ""] = match;
      const value = doubleQuoted ?? singleQuoted;
      attributes ??= [];
      if (attributes.length === 2 * ATTRIBUTES_MAX) throw this.#malformed("too many attributes");
      if (attributes.some((other, i) => i % 2 === 0 && other === name))
        throw this.#malformed("an attribute twice");
      this.#assertReferences(value);
      attributes.push(name, value);
      this.#pos = ATTRIBUTE.lastIndex;
    }
  }

  #close(): void {
    const opened = this.#stack.pop();
    if (!opened || !this.#source.startsWith(opened.written, this.#pos + 2))
      throw this.#malformed("a stray end tag");
    this.#pos += 2 + opened.written.length;
    this.#take(END_TAG_END, "a broken end tag");
    opened.element.end = this.#pos;
  }

  #addText(rawText: string): void {
    if (rawText === "") return;
    if (this.#stack.length === 0 && !BLANK.test(rawText)) throw this.#malformed("text outside the root");
    if (rawText.includes("]]>")) throw this.#malformed("]]> in a text");
    this.#assertReferences(rawText);
    this.#addRaw(rawText);
  }

  #addRaw(rawText: string): void {
    const opened = this.#stack.at(-1);
    if (opened) opened.element.rawText += rawText;
    else if (!BLANK.test(rawText)) throw this.#malformed("text outside the root");
  }

  #assertReferences(rawText: string): void {
    if (rawText.includes("&") && rawText.replace(ENTITY, "").includes("&"))
      throw this.#malformed("a reference to nothing");
  }

  #take(what: RegExp, otherwise: string): RegExpExecArray {
    what.lastIndex = this.#pos;
    const match = what.exec(this.#source);
    if (!match) throw this.#malformed(otherwise);
    this.#pos = what.lastIndex;
    return match;
  }

  #malformed(reason: string): SefazOutage {
    return unreadable(this.#source, reason);
  }
}

function unreadable(rawText: string, reason: string): SefazOutage {
  const what = /^\s*<(?:!doctype\s+)?html/i.test(rawText) ? "an HTML page" : reason;
  return new SefazOutage("resposta-ilegivel", `${what}, begins ${JSON.stringify(rawText.slice(0, 120))}`);
}

/** The only child of that local name; an empty element when there is none or more than one. */
export function child(parent: XmlElement, name: string): XmlElement {
  return only(parent, name) ?? NONE;
}

/** All children of that local name, in document order. */
export function children(parent: XmlElement, name: string): XmlElement[] {
  return parent.childElements.filter((element) => element.name === name);
}

/** The text of the only child of that local name, decoded and trimmed; null when it is absent, empty or
 * repeated. */
export function text(parent: XmlElement, name: string): string | null {
  const element = only(parent, name);
  return element ? textOf(element) : null;
}

/** The element's own text, decoded and trimmed; null when empty. */
export function textOf({ rawText }: XmlElement): string | null {
  return decodeText(rawText).trim() || null;
}

/** The decoded value of an attribute without prefix; null when it is absent or empty. */
export function attribute({ attributes }: XmlElement, name: string): string | null {
  const i = attributes.findIndex((each, index) => index % 2 === 0 && each === name);
  return i < 0 ? null : decodeText(attributes[i + 1] ?? "") || null;
}

/** The only element of that local name at most `levels` below, whatever the wrappers in between are
 * called. */
export function descendant(parent: XmlElement, name: string, levels: number): XmlElement | null {
  const match = only(parent, name);
  if (match || levels === 0) return match;
  for (const element of parent.childElements) {
    const below = descendant(element, name, levels - 1);
    if (below) return below;
  }
  return null;
}

/** The part of the source text that is this element, from "<" to ">". */
export function sliceOf({ start, end }: XmlElement, rawText: string): string {
  return rawText.slice(start, end);
}

/** Escapes a text as element content. */
export function escapeXml(rawText: string): string {
  return rawText.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function only({ childElements }: XmlElement, name: string): XmlElement | null {
  let match: XmlElement | null = null;
  for (const element of childElements) {
    if (element.name !== name) continue;
    if (match) return null;
    match = element;
  }
  return match;
}

function decodeText(written: string): string {
  const rawText = written.includes("\r") ? written.replaceAll(/\r\n?/g, "\n") : written;
  if (!rawText.includes("&")) return rawText;
  return rawText.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return NAMED_ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
