import { SOAP_DECLARATIONS_MAX } from "@malote/contract";

/**
 * An element of a request, with its namespace resolved. `attributes` excludes namespace declarations.
 */
export type XmlElement = {
  readonly prefix: string;
  readonly name: string;
  readonly namespace: string;
  /** Keyed by local name, preceded by the namespace in braces where it has one. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** Text directly inside, with references and CDATA decoded. */
  text: string;
};

export type XmlRefusalReason = "codificacao" | "dtd" | "malformado";

/** The bytes of a request are not acceptable XML. */
export class XmlRefused extends Error {
  readonly reason: XmlRefusalReason;

  constructor(reason: XmlRefusalReason, detail: string) {
    super(detail);
    this.name = "XmlRecusado";
    this.reason = reason;
  }
}

const DEPTH_MAX = 32;
/**
 * Elements, comments, instructions and CDATA sections. A
 * batch of 500 flags with three fields each has about 2 000.
 */
const MARKUP_MAX = 20_000;
/** Per element, and in total. */
const ATTRIBUTES_MAX = 32;
const ALL_ATTRIBUTES_MAX = 20_000;
/** References in texts and attributes. Files are sent as base64, which has none. */
const REFERENCES_MAX = 20_000;
/** Characters of an element's or attribute's name, because a response may repeat it. */
const NAME_LENGTH_MAX = 256;

const NAME = "[A-Za-z_\\u0080-\\uFFFD][\\w.\\-\\u00B7-\\uFFFD]*";
const QNAME = `${NAME}(?::${NAME})?`;
const DECLARATION =
  /^<\?xml\s+version\s*=\s*["']1\.[0-9]+["'](?:\s+encoding\s*=\s*["']([A-Za-z][\w.-]*)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/;
const MARKUP = new RegExp(
  `<!--(?:(?!--)[^])*-->|<\\?(?!xml[\\s?])${NAME}(?:\\s[^]*?)?\\?>|<!\\[CDATA\\[([^]*?)\\]\\]>|</(${QNAME})\\s*>|<(${QNAME})`,
  "y",
);
const ATTRIBUTE = new RegExp(`\\s+(${QNAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = /\s*(\/?)>/y;
/**
 * Any start of a document type or entity declaration, at any place: such a request is refused at once.
 */
const DTD = /<!(?!--|\[CDATA\[)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 §2.2 forbids exactly these
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const REFERENCE = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));|&/g;
const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

/**
 * Parses an untrusted request: UTF-8, no document type,
 * no custom entity, well-formed, one root, within limits.
 * @throws {XmlRefused}
 * @source XML 1.0, 5th edition, without its DTD; Namespaces in XML 1.0
 */
export function readXml(bytes: Uint8Array): XmlElement {
  return new XmlReader(check(decode(bytes))).read();
}

/**
 * Parses the beginning of a request: its root up to the end of the first child.
 * @throws {XmlRefused} as {@link readXml}, also when the bytes end inside the first child
 */
export function readXmlHead(bytes: Uint8Array): XmlElement {
  const text = decode(bytes, { stream: true });
  return new XmlReader(check(text.slice(0, text.lastIndexOf(">") + 1))).readHead();
}

function check(text: string): string {
  if (DTD.test(text)) throw new XmlRefused("dtd", "a document type");
  if (FORBIDDEN.test(text)) throw malformed("a forbidden character");
  return text;
}

function decode(bytes: Uint8Array, o?: { stream: boolean }): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, o);
  } catch {
    throw new XmlRefused("codificacao", "not UTF-8");
  }
  const declaration = DECLARATION.exec(text);
  if (declaration?.[1] !== undefined && declaration[1].toLowerCase() !== "utf-8") {
    throw new XmlRefused("codificacao", `declared ${declaration[1]}`);
  }
  return declaration === null ? text : text.slice(declaration[0].length);
}

type OpenElement = { element: XmlElement; writtenName: string; declared: readonly string[] };

/**
 * The namespaces in scope: the declarations of each prefix, innermost last. Entering and leaving an
 * element touch only its own.
 */
class NamespaceScope {
  readonly #pilhas = new Map<string, string[]>([["xml", [XML_NAMESPACE]]]);
  #abertas = 0;

  /** @returns the prefixes that the element declares, for {@link leave}   @throws {XmlRefused} */
  enter(written: ReadonlyMap<string, string>): string[] {
    const declared: string[] = [];
    for (const [name, value] of written) {
      const prefix = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice("xmlns:".length) : null;
      if (prefix === null) continue;
      if (prefix !== "" && value === "") throw malformed("a prefix for nothing");
      this.#abertas += 1;
      if (this.#abertas > SOAP_DECLARATIONS_MAX) throw malformed("too many declarations");
      const stack = this.#pilhas.get(prefix);
      if (stack === undefined) this.#pilhas.set(prefix, [value]);
      else stack.push(value);
      declared.push(prefix);
    }
    return declared;
  }

  leave(declared: readonly string[]): void {
    for (const prefix of declared) this.#pilhas.get(prefix)?.pop();
    this.#abertas -= declared.length;
  }

  /** @throws {XmlRefused} for a prefix that is not in scope */
  resolve(prefix: string): string {
    const namespace = this.#pilhas.get(prefix)?.at(-1);
    if (namespace === undefined && prefix !== "") throw malformed("an unknown prefix");
    return namespace ?? "";
  }
}

class XmlReader {
  readonly #texto: string;
  readonly #abertos: OpenElement[] = [];
  readonly #espacos = new NamespaceScope();
  #raiz: XmlElement | null = null;
  #marcas = 0;
  #atributos = 0;
  #referencias = 0;
  #pos = 0;

  constructor(text: string) {
    this.#texto = text;
  }

  read(): XmlElement {
    while (this.#step());
    if (this.#raiz === null || this.#abertos.length > 0) throw malformed("without its end");
    return this.#raiz;
  }

  readHead(): XmlElement {
    while (this.#step()) {
      if (this.#raiz?.children.length === 1 && this.#abertos.length === 1) return this.#raiz;
    }
    throw malformed("without its end");
  }

  /** Reads up to and including the next markup; false at the end of the text. */
  #step(): boolean {
    const lessThan = this.#texto.indexOf("<", this.#pos);
    this.#addText(this.#readReferencias(this.#texto.slice(this.#pos, lessThan < 0 ? undefined : lessThan)));
    if (lessThan < 0) return false;
    this.#pos = lessThan;
    this.#readMarca();
    return true;
  }

  #readMarca(): void {
    const [, cdata, closes, opens] = this.#take(MARKUP, "a stray <");
    if (closes === undefined) this.#marcas += 1;
    if (this.#marcas > MARKUP_MAX) throw malformed("too many elements");
    if ((opens?.length ?? 0) > NAME_LENGTH_MAX) throw malformed("a long name");
    if (opens !== undefined) this.#open(opens);
    else if (closes !== undefined) this.#close(closes);
    else if (cdata !== undefined) this.#addText(cdata);
  }

  #open(writtenName: string): void {
    const written = this.#readAtributos();
    const isEmpty = this.#take(TAG_END, "a broken start tag")[1] === "/";
    const parent = this.#abertos.at(-1);
    const declared = this.#espacos.enter(written);
    const [prefix, name] = splitName(writtenName);
    const element: XmlElement = {
      prefix,
      name,
      namespace: this.#espacos.resolve(prefix),
      attributes: nameAttributes(written, this.#espacos),
      children: [],
      text: "",
    };
    if (parent !== undefined) parent.element.children.push(element);
    else if (this.#raiz !== null) throw malformed("two roots");
    else this.#raiz = element;
    if (!isEmpty && this.#abertos.length === DEPTH_MAX) throw malformed("too deep");
    if (isEmpty) this.#espacos.leave(declared);
    else this.#abertos.push({ element, writtenName, declared });
  }

  #readAtributos(): Map<string, string> {
    const written = new Map<string, string>();
    for (;;) {
      ATTRIBUTE.lastIndex = this.#pos;
      const match = ATTRIBUTE.exec(this.#texto);
      if (match === null) return written;
      const [, name = "", doubleQuoted, singleQuoted = ""] = match;
      if (written.has(name)) throw malformed("an attribute twice");
      this.#atributos += 1;
      if (written.size === ATTRIBUTES_MAX || this.#atributos > ALL_ATTRIBUTES_MAX) {
        throw malformed("too many attributes");
      }
      if (name.length > NAME_LENGTH_MAX) throw malformed("a long name");
      written.set(name, this.#readReferencias(doubleQuoted ?? singleQuoted).replace(/[\t\n\r]/g, " "));
      this.#pos = ATTRIBUTE.lastIndex;
    }
  }

  #close(writtenName: string): void {
    const opened = this.#abertos.pop();
    if (opened?.writtenName !== writtenName) throw malformed("tags cross");
    this.#espacos.leave(opened.declared);
  }

  #addText(text: string): void {
    const opened = this.#abertos.at(-1);
    if (opened !== undefined) opened.element.text += text;
    else if (text.trim() !== "") throw malformed("text outside the root");
  }

  #readReferencias(text: string): string {
    if (!text.includes("&")) return text;
    return text.replace(REFERENCE, (_, hex?: string, decimal?: string, named?: string) => {
      this.#referencias += 1;
      if (this.#referencias > REFERENCES_MAX) throw malformed("too many references");
      if (named !== undefined) return NAMED_REFERENCES[named] ?? "";
      const codePoint = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
      if (!isXmlCharacter(codePoint)) throw malformed("a reference to nothing");
      return String.fromCodePoint(codePoint);
    });
  }

  #take(pattern: RegExp, fault: string): RegExpExecArray {
    pattern.lastIndex = this.#pos;
    const match = pattern.exec(this.#texto);
    if (match === null) throw malformed(fault);
    this.#pos = pattern.lastIndex;
    return match;
  }
}

function nameAttributes(
  written: ReadonlyMap<string, string>,
  namespaces: NamespaceScope,
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [writtenName, value] of written) {
    const [prefix, name] = splitName(writtenName);
    if (writtenName === "xmlns" || prefix === "xmlns") continue;
    const fullName = prefix === "" ? name : `{${namespaces.resolve(prefix)}}${name}`;
    if (attributes.has(fullName)) throw malformed("an attribute twice");
    attributes.set(fullName, value);
  }
  return attributes;
}

function splitName(writtenName: string): [prefixo: string, nome: string] {
  const at = writtenName.indexOf(":");
  return at < 0 ? ["", writtenName] : [writtenName.slice(0, at), writtenName.slice(at + 1)];
}

// @source XML 1.0 §2.2, Char
function isXmlCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  return (
    codePoint <= 0xd7ff ||
    (codePoint >= 0xe000 && codePoint <= 0xfffd) ||
    (codePoint >= 0x1_0000 && codePoint <= 0x10_ffff)
  );
}

function malformed(detail: string): XmlRefused {
  return new XmlRefused("malformado", detail);
}
