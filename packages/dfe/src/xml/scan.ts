import { XML_ATTRIBUTE_MAX, XML_ATTRIBUTES_MAX, XML_DEPTH_MAX, XML_NODES_MAX } from "./limits.ts";
import { splitName } from "./names.ts";
import { NamespaceScope, XML_NAMESPACE, XMLNS_NAMESPACE } from "./namespaces.ts";
import { decodeReferences } from "./references.ts";
import type { XmlAttribute, XmlDeclaration, XmlElement, XmlNode } from "./tree.ts";
import { XmlError, type XmlFault } from "./xml-error.ts";

const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.0\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][A-Za-z0-9._-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const BLANK = /^[ \t\n]*$/;
const NAME_END = /[ \t\n/>=<"'?]/g;

type RawAttribute = { name: string; value: string };

/** Builds the tree of a whole document: well-formed, namespaces resolved, no DTD, inside every limit.
 * @throws XmlError   @source XML 1.0 (fifth edition); Namespaces in XML 1.0 */
export function scanXml(text: string): XmlElement {
  return new Scanner(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text).run();
}

class Scanner {
  readonly #text: string;
  readonly #scope = new NamespaceScope();
  readonly #open: { element: XmlElement; name: string }[] = [];
  #at = 0;
  #nodes = 0;
  #root: XmlElement | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  run(): XmlElement {
    if (FORBIDDEN.test(this.#text)) this.#fail("malformado", "caractere proibido");
    this.#skipDeclaration();
    while (this.#at < this.#text.length) this.#step();
    const left = this.#open.at(-1);
    if (left) this.#fail("malformado", `<${left.name}> sem fim`);
    return this.#root ?? this.#fail("malformado", "sem elemento");
  }

  #skipDeclaration(): void {
    if (!/^<\?xml[ \t\n]/.test(this.#text)) return;
    const match = DECLARATION.exec(this.#text);
    if (!match) this.#fail("malformado", "<?xml");
    this.#at = match[0].length;
  }

  #step(): void {
    const next = this.#text.indexOf("<", this.#at);
    const end = next === -1 ? this.#text.length : next;
    if (end > this.#at) this.#readText(this.#text.slice(this.#at, end));
    this.#at = end;
    if (next === -1) return;
    const mark = this.#text.charAt(next + 1);
    if (mark === "/") this.#readEnd();
    else if (mark === "?") this.#readInstruction();
    else if (mark === "!") this.#readBang();
    else this.#readStart();
  }

  #readText(raw: string): void {
    if (this.#open.length === 0) {
      if (!BLANK.test(raw)) this.#fail("malformado", "texto fora do elemento");
      return;
    }
    if (raw.includes("]]>")) this.#fail("malformado", "]]>");
    this.#append(this.#decode(raw));
  }

  #readBang(): void {
    if (this.#text.startsWith("<!--", this.#at)) this.#readComment();
    else if (this.#open.length > 0 && this.#text.startsWith("<![CDATA[", this.#at)) this.#readCdata();
    else {
      const isDoctype = /^<!DOCTYPE/i.test(this.#text.slice(this.#at, this.#at + 9));
      this.#fail(isDoctype ? "dtd" : "malformado", isDoctype ? "<!DOCTYPE" : "<!");
    }
  }

  #readComment(): void {
    const end = this.#find("--", this.#at + 4);
    if (this.#text.charAt(end + 2) !== ">") this.#fail("malformado", "--");
    this.#append({ kind: "comment" });
    this.#at = end + 3;
  }

  #readCdata(): void {
    const end = this.#find("]]>", this.#at + 9);
    this.#append({ kind: "cdata", text: this.#text.slice(this.#at + 9, end) });
    this.#at = end + 3;
  }

  #readInstruction(): void {
    const end = this.#find("?>", this.#at + 2);
    const body = this.#text.slice(this.#at + 2, end);
    const space = body.search(/[ \t\n]/);
    const target = space === -1 ? body : body.slice(0, space);
    if (target.toLowerCase() === "xml") {
      this.#fail(this.#isClosed() ? "varias-raizes" : "malformado", `<?${target}`);
    }
    if (splitName(target).prefix !== "") this.#fail("malformado", `<?${target}`);
    const data = space === -1 ? "" : body.slice(space).replace(/^[ \t\n]+/, "");
    this.#append({ kind: "instruction", target, data });
    this.#at = end + 2;
  }

  #readEnd(): void {
    this.#at += 2;
    const name = this.#readName();
    this.#skipBlank();
    const closed = this.#open.pop();
    if (closed?.name !== name || this.#text.charAt(this.#at) !== ">") {
      this.#fail("malformado", `</${name.slice(0, 40)}>`);
    }
    this.#scope.leave(closed.element.declarations);
    this.#at += 1;
  }

  #readStart(): void {
    if (this.#isClosed()) this.#fail("varias-raizes", "segundo elemento");
    if (this.#open.length >= XML_DEPTH_MAX) this.#fail("profundo-demais", `${XML_DEPTH_MAX}`);
    this.#at += 1;
    const name = this.#readName();
    const raw = this.#readAttributes();
    const element = this.#buildElement(name, raw);
    this.#append(element);
    if (!this.#root) this.#root = element;
    const empty = this.#text.charAt(this.#at) === "/";
    if (empty) this.#scope.leave(element.declarations);
    else this.#open.push({ element, name });
    this.#at += empty ? 2 : 1;
  }

  /** Reads up to the ">" or "/>" that ends the tag and stays on it. */
  #readAttributes(): RawAttribute[] {
    const raw: RawAttribute[] = [];
    for (;;) {
      const spaced = this.#skipBlank();
      const char = this.#text.charAt(this.#at);
      if (char === ">" || (char === "/" && this.#text.charAt(this.#at + 1) === ">")) return raw;
      if (!spaced) this.#fail("malformado", "atributo");
      const attribute = this.#readAttribute();
      if (raw.some((each) => each.name === attribute.name))
        this.#fail("malformado", `${attribute.name} repetido`);
      raw.push(attribute);
      if (raw.length > XML_ATTRIBUTES_MAX) this.#fail("grande-demais", "atributos");
    }
  }

  #readAttribute(): RawAttribute {
    const name = this.#readName();
    this.#skipBlank();
    if (this.#text.charAt(this.#at) !== "=") this.#fail("malformado", `${name} sem valor`);
    this.#at += 1;
    this.#skipBlank();
    const quote = this.#text.charAt(this.#at);
    if (quote !== '"' && quote !== "'") this.#fail("malformado", `${name} sem aspas`);
    const end = this.#find(quote, this.#at + 1);
    const value = this.#text.slice(this.#at + 1, end);
    if (value.length > XML_ATTRIBUTE_MAX) this.#fail("grande-demais", name);
    if (value.includes("<")) this.#fail("malformado", `< em ${name}`);
    this.#at = end + 1;
    this.#count();
    return { name, value: this.#decode(value.replace(/[\t\n]/g, " ")) };
  }

  #buildElement(name: string, raw: readonly RawAttribute[]): XmlElement {
    const declarations = raw.flatMap((each) => this.#asDeclaration(each) ?? []);
    this.#scope.enter(declarations);
    const { prefix, local } = splitName(name);
    const attributes = raw.filter((each) => !isDeclaration(each.name)).map((each) => this.#asAttribute(each));
    this.#refuseTwins(attributes);
    const namespace = this.#resolve(prefix);
    const parent = this.#open.at(-1)?.element ?? null;
    return { kind: "element", prefix, local, namespace, attributes, declarations, children: [], parent };
  }

  #asDeclaration({ name, value }: RawAttribute): XmlDeclaration | null {
    if (!isDeclaration(name)) return null;
    const { prefix, local } = splitName(name);
    const declared = prefix === "" ? "" : local;
    const reserved =
      declared === "xmlns" || value === XMLNS_NAMESPACE || (value === XML_NAMESPACE) !== (declared === "xml");
    if (reserved || (declared !== "" && value === "")) this.#fail("malformado", name);
    return declared === "xml" ? null : { prefix: declared, uri: value };
  }

  #asAttribute({ name, value }: RawAttribute): XmlAttribute {
    const { prefix, local } = splitName(name);
    return { prefix, local, namespace: prefix === "" ? "" : this.#resolve(prefix), value };
  }

  #refuseTwins(attributes: readonly XmlAttribute[]): void {
    const named = attributes.filter((each) => each.prefix !== "");
    if (named.length < 2) return;
    const expanded = new Set(named.map((each) => `${each.namespace} ${each.local}`));
    if (expanded.size < named.length) this.#fail("malformado", "atributo repetido");
  }

  #resolve(prefix: string): string {
    return this.#scope.get(prefix) ?? this.#fail("malformado", `prefixo ${prefix}`);
  }

  #readName(): string {
    NAME_END.lastIndex = this.#at;
    const end = NAME_END.exec(this.#text)?.index ?? this.#text.length;
    const name = this.#text.slice(this.#at, end);
    splitName(name);
    this.#at = end;
    return name;
  }

  #skipBlank(): boolean {
    const from = this.#at;
    for (let code = this.#text.charCodeAt(this.#at); code === 0x20 || code === 0x0a || code === 0x09; ) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    return this.#at > from;
  }

  #append(node: XmlNode): void {
    this.#count();
    this.#open.at(-1)?.element.children.push(node);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > XML_NODES_MAX) this.#fail("grande-demais", `${XML_NODES_MAX}`);
  }

  #decode(text: string): string {
    try {
      return decodeReferences(text);
    } catch (error) {
      if (error instanceof XmlError) this.#fail(error.fault, error.message);
      throw error;
    }
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from);
    return found === -1 ? this.#fail("malformado", `sem ${what}`) : found;
  }

  #isClosed(): boolean {
    return this.#root !== null && this.#open.length === 0;
  }

  #fail(fault: XmlFault, what: string): never {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    throw new XmlError(fault, `${what} (linha ${line})`);
  }
}

function isDeclaration(name: string): boolean {
  return name === "xmlns" || name.startsWith("xmlns:");
}
