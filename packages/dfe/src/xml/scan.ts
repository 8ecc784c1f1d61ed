import {
  declarationsOf,
  isCanonical,
  isDeclaration,
  type RawAttribute,
  refuseTwins,
  spaceBlanks,
} from "./attributes.ts";
import {
  AMPERSAND,
  ESCAPED,
  FORBIDDEN,
  LESS_THAN,
  LINE_BLANK,
  meaningOf,
  meaningsOf,
  VISIBLE,
} from "./chars.ts";
import { skipDeclaration } from "./declaration.ts";
import {
  XML_ATTRIBUTE_MAX,
  XML_ATTRIBUTES_MAX,
  XML_DEPTH_MAX,
  XML_ESCAPES_MAX,
  XML_NODES_MAX,
} from "./limits.ts";
import { type XmlName, XmlNames } from "./names.ts";
import { NamespaceScope } from "./namespaces.ts";
import { decodeReferences, isTextCanonical } from "./references.ts";
import type { XmlAttribute, XmlElement, XmlNode } from "./tree.ts";
import { XmlError, type XmlFault } from "./xml-error.ts";

const TAB = 0x09;
const LF = 0x0a;
const SPACE = 0x20;
const BANG = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const LT = 0x3c;
const EQUALS = 0x3d;
const GT = 0x3e;
const QUESTION = 0x3f;

const CDATA_END = /\]\]>/;

/** Blanks looked at one by one; more of them are a run that the search for their end passes at once. */
const BLANKS_FEW = 64;
/** Lines counted to say where a fault stands. */
const LINES_MAX = 100_000;

/** An element whose end has not come: the lists of the tree are read-only for everybody else. Its own `end` is 0 for as long as all
 * of it stands in its canonical form. */
type Open = XmlElement & { children: XmlNode[] };

const NONE: readonly never[] = [];

/** Builds the tree of a whole document: well-formed, namespaces resolved, no DTD, inside every limit.
 * @param text decoded, every line end a LF   @throws XmlError
 * @source XML 1.0 (fifth edition); Namespaces in XML 1.0 */
export function scanXml(text: string): XmlElement {
  return new Scanner(text).run();
}

class Scanner {
  readonly #text: string;
  readonly #names = new XmlNames();
  readonly #scope = new NamespaceScope();
  /** Elements that are open. */
  #depth = 0;
  #element: XmlElement | null = null;
  #root: XmlElement | null = null;
  #at = 0;
  #nodes = 0;
  #escapes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): XmlElement {
    try {
      this.#at = skipDeclaration(this.#text);
      while (this.#at < this.#text.length) this.#step();
      if (this.#element) fail("malformado", `<${this.#element.name.raw.slice(0, 40)}> sem fim`);
      return this.#root ?? fail("malformado", "sem elemento");
    } catch (error) {
      throw error instanceof XmlError ? this.#locate(error) : error;
    }
  }

  #step(): void {
    const mark = this.#text.charCodeAt(this.#at + 1);
    if (this.#text.charCodeAt(this.#at) !== LT) this.#readText();
    else if (mark === SLASH) this.#readEnd();
    else if (mark === QUESTION) this.#readInstruction();
    else if (mark === BANG) this.#readBang();
    else this.#readStart();
  }

  #readText(): void {
    const text = this.#text;
    let at = this.#at;
    let seen = 0;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LT) break;
      seen |= meaningOf(code);
    }
    if ((seen & FORBIDDEN) !== 0) fail("malformado", "caractere proibido");
    if (this.#element) {
      const raw = text.slice(this.#at, at);
      const resolved = this.#resolve(raw, seen);
      if ((seen & ESCAPED) !== 0) {
        if (CDATA_END.test(raw)) fail("malformado", "]]>");
        if (!isTextCanonical(raw)) this.#element.end = -1;
      }
      this.#append(resolved);
    } else if ((seen & VISIBLE) !== 0) fail("malformado", "texto fora do elemento");
    this.#at = at;
  }

  /** Comments, CDATA and instructions: the canonical form writes them otherwise, or not at all. */
  #appendMark(node: XmlNode): void {
    if (this.#element) this.#element.end = -1;
    this.#append(node);
  }

  #readBang(): void {
    const text = this.#text;
    if (text.startsWith("<!--", this.#at)) this.#readComment();
    else if (this.#element && text.startsWith("<![CDATA[", this.#at)) this.#readCdata();
    else {
      const isDoctype = /^<!DOCTYPE/i.test(text.slice(this.#at, this.#at + 9));
      fail(isDoctype ? "dtd" : "malformado", isDoctype ? "<!DOCTYPE" : "<!");
    }
  }

  #readComment(): void {
    this.#readUntil("--", 4);
    if (this.#text.charCodeAt(this.#at) !== GT) fail("malformado", "--");
    this.#at += 1;
    this.#appendMark({ kind: "comment" });
  }

  #readCdata(): void {
    const text = this.#readUntil("]]>", 9);
    this.#countEscapes(text);
    this.#appendMark({ kind: "cdata", text });
  }

  #readInstruction(): void {
    const body = this.#readUntil("?>", 2);
    const [raw = ""] = /^[^ \t\n]*/.exec(body) ?? [];
    if (raw.toLowerCase() === "xml") fail(this.#isClosed() ? "varias-raizes" : "malformado", `<?${raw}`);
    const { prefix, local } = this.#names.get(raw);
    if (prefix !== "") fail("malformado", `<?${raw}`);
    this.#appendMark({
      kind: "instruction",
      target: local,
      data: body.slice(raw.length).replace(/^[ \t\n]+/, ""),
    });
  }

  /** Reads the body of a mark that starts here with some characters, and goes behind its end. */
  #readUntil(end: string, start: number): string {
    const from = this.#at + start;
    const to = this.#text.indexOf(end, from);
    if (to === -1) fail("malformado", `sem ${end}`);
    const body = this.#text.slice(from, to);
    if ((meaningsOf(body) & FORBIDDEN) !== 0) fail("malformado", "caractere proibido");
    this.#at = to + end.length;
    return body;
  }

  #readEnd(): void {
    const element = this.#element;
    if (!element) this.#failEnd();
    const { raw, close } = element.name;
    if (this.#text.startsWith(close, this.#at)) {
      this.#at += close.length;
      if (element.end === 0) element.end = this.#at;
    } else {
      element.end = -1;
      if (!this.#text.startsWith(raw, this.#at + 2)) this.#failEnd();
      this.#at += 2 + raw.length;
      this.#skipBlank();
      if (this.#text.charCodeAt(this.#at) !== GT) fail("malformado", `</${raw.slice(0, 40)}`);
      this.#at += 1;
    }
    this.#depth -= 1;
    this.#leave(element);
  }

  #failEnd(): never {
    fail("malformado", /^[^>]{0,40}>?/.exec(this.#text.slice(this.#at, this.#at + 44))?.[0] ?? "");
  }

  #readStart(): void {
    if (this.#isClosed()) fail("varias-raizes", "segundo elemento");
    if (this.#depth >= XML_DEPTH_MAX) fail("profundo-demais", `${XML_DEPTH_MAX}`);
    const start = this.#at;
    const name = this.#names.tagAt(this.#text, start + 1);
    this.#at += 1 + name.raw.length;
    const raw = this.#text.charCodeAt(this.#at) === GT ? NONE : this.#readAttributes();
    const element = this.#buildElement(name, raw, start);
    this.#append(element);
    this.#root ??= element;
    this.#element = element;
    if (this.#text.charCodeAt(this.#at) === SLASH) {
      this.#at += 2;
      element.end = -1;
      this.#leave(element);
    } else {
      this.#at += 1;
      this.#depth += 1;
    }
  }

  #leave(element: XmlElement): void {
    if (element.declarations.length > 0) this.#scope.leave(element.declarations);
    this.#element = element.parent;
    if (element.end === -1 && element.parent) element.parent.end = -1;
  }

  /** Reads up to the ">" or "/>" that ends the tag and stays on it. */
  #readAttributes(): RawAttribute[] {
    const raw: RawAttribute[] = [];
    for (;;) {
      const spaced = this.#skipBlank();
      const code = this.#text.charCodeAt(this.#at);
      if (code === GT || (code === SLASH && this.#text.charCodeAt(this.#at + 1) === GT)) return raw;
      if (!spaced) fail("malformado", "atributo");
      const attribute = this.#readAttribute();
      for (const { name } of raw) {
        if (name.raw === attribute.name.raw) fail("malformado", `${name.raw.slice(0, 40)} repetido`);
      }
      raw.push(attribute);
      if (raw.length > XML_ATTRIBUTES_MAX) fail("grande-demais", "atributos");
    }
  }

  #readAttribute(): RawAttribute {
    const name = this.#names.at(this.#text, this.#at);
    this.#at += name.raw.length;
    this.#skipBlank();
    if (this.#text.charCodeAt(this.#at) !== EQUALS) fail("malformado", `${name.raw.slice(0, 40)} sem valor`);
    this.#at += 1;
    this.#skipBlank();
    const quote = this.#text.charCodeAt(this.#at);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE)
      fail("malformado", `${name.raw.slice(0, 40)} sem aspas`);
    const value = this.#readValue(quote);
    this.#count();
    return { name, value };
  }

  #readValue(quote: number): string {
    const text = this.#text;
    const from = this.#at + 1;
    let at = from;
    let seen = 0;
    for (; text.charCodeAt(at) !== quote; at += 1) {
      if (at >= text.length) fail("malformado", "atributo sem fim");
      if (at - from >= XML_ATTRIBUTE_MAX) fail("grande-demais", "atributo");
      seen |= meaningOf(text.charCodeAt(at));
    }
    this.#at = at + 1;
    if ((seen & (FORBIDDEN | LESS_THAN)) !== 0) fail("malformado", "caractere proibido em atributo");
    const raw = text.slice(from, at);
    return this.#resolve((seen & LINE_BLANK) === 0 ? raw : spaceBlanks(raw), seen);
  }

  #buildElement(name: XmlName, raw: readonly RawAttribute[], start: number): XmlElement {
    const declarations = raw.length === 0 ? NONE : declarationsOf(raw);
    if (declarations.length > 0) this.#scope.enter(declarations);
    return {
      kind: "element",
      name,
      prefix: name.prefix,
      local: name.local,
      namespace: this.#namespaceOf(name.prefix),
      attributes: raw.length === 0 ? NONE : this.#attributesOf(raw),
      declarations,
      children: NONE,
      parent: this.#element,
      source: this.#text,
      start,
      end: isCanonical(this.#text.slice(start + 1 + name.raw.length, this.#at), raw) ? 0 : -1,
    };
  }

  #attributesOf(raw: readonly RawAttribute[]): XmlAttribute[] {
    const attributes: XmlAttribute[] = [];
    for (const { name, value } of raw) {
      if (isDeclaration(name)) continue;
      const namespace = name.prefix === "" ? "" : this.#namespaceOf(name.prefix);
      attributes.push({ prefix: name.prefix, local: name.local, namespace, value });
    }
    if (attributes.length > 1) refuseTwins(attributes);
    return attributes;
  }

  #namespaceOf(prefix: string): string {
    return this.#scope.get(prefix) ?? fail("malformado", `prefixo ${prefix}`);
  }

  #skipBlank(): boolean {
    const text = this.#text;
    let at = this.#at;
    for (let code = text.charCodeAt(at); code === SPACE || code === LF || code === TAB; ) {
      at += 1;
      code = text.charCodeAt(at);
      if (at - this.#at === BLANKS_FEW) {
        at = findVisible(text, at);
        break;
      }
    }
    const spaced = at > this.#at;
    this.#at = at;
    return spaced;
  }

  #append(node: XmlNode): void {
    this.#count();
    const parent = this.#element as Open | null;
    if (!parent) return;
    if (parent.children.length === 0) parent.children = [node];
    else parent.children.push(node);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > XML_NODES_MAX) fail("grande-demais", `${XML_NODES_MAX}`);
  }

  /** @param seen the meanings of its characters */
  #resolve(raw: string, seen: number): string {
    if ((seen & ESCAPED) === 0) return raw;
    this.#countEscapes(raw);
    return (seen & AMPERSAND) === 0 ? raw : decodeReferences(raw);
  }

  #countEscapes(raw: string): void {
    for (let at = 0; at < raw.length; at += 1) {
      if ((meaningOf(raw.charCodeAt(at)) & ESCAPED) === 0) continue;
      this.#escapes += 1;
      if (this.#escapes > XML_ESCAPES_MAX) fail("grande-demais", "referências");
    }
  }

  #isClosed(): boolean {
    return this.#root !== null && this.#element === null;
  }

  #locate({ fault, message }: XmlError): XmlError {
    let line = 1;
    for (
      let at = this.#text.indexOf("\n");
      at !== -1 && at < this.#at;
      at = this.#text.indexOf("\n", at + 1)
    ) {
      line += 1;
      if (line === LINES_MAX) return new XmlError(fault, `${message} (depois da linha ${line})`);
    }
    return new XmlError(fault, `${message} (linha ${line})`);
  }
}

function findVisible(text: string, from: number): number {
  const visible = /[^ \t\n]/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}

function fail(fault: XmlFault, what: string): never {
  throw new XmlError(fault, what);
}
