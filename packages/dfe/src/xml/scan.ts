import { declaredAt, spaceBlanks } from "./attributes.ts";
import {
  AMPERSAND,
  countEscaped,
  ESCAPED,
  FORBIDDEN,
  findVisible,
  isVisible,
  LESS_THAN,
  LINE_BLANK,
  meaningsOf,
} from "./chars.ts";
import { skipDeclaration } from "./declaration.ts";
import { DOCUMENT_RULES, type XmlLimit, type XmlRules } from "./limits.ts";
import { extend, NONE } from "./lists.ts";
import { XmlNames } from "./names.ts";
import { decodeReferences, isTextCanonical } from "./references.ts";
import { hasTooManyTags } from "./tag-count.ts";
import { isTagEnd, type TagKnown, XmlTags } from "./tags.ts";
import { isList, needsNoList, XmlAttribute, XmlElement, type XmlName, type XmlNode } from "./tree.ts";
import { locateFault, XmlError, type XmlFault } from "./xml-error.ts";

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
/** A terminator and its search pattern: with a class or a repetition in it, V8 does not step
 * from one first character to the next, which takes four times as long in a hostile text. */
type Ending = { readonly end: string; readonly search: RegExp };
const COMMENT: Ending = { end: "--", search: /-{2}/g };
const CDATA: Ending = { end: "]]>", search: /\]{2}>/g };
const INSTRUCTION: Ending = { end: "?>", search: /[?][>]/g };

/** Blanks skipped one by one; a longer run is skipped by a regex. */
const BLANKS_FEW = 64;

/** An element before its end tag, whose `content` can still
 * change. Its `end` is 0 as long as its source is canonical, else -1. */
type OpenElement = { -readonly [Part in "content"]: XmlElement[Part] };

/** Says, when an element ends, whether to drop it from the tree. */
export type ShouldDiscard = (ended: XmlElement) => boolean;
/** Chooses what to drop below a root, after its start tag; null keeps everything. */
export type DiscardPolicy = (root: XmlElement) => ShouldDiscard | null;

/** `isEnough` says, when an element ends, whether the rest of the text is needed. */
export type ScanOptions = {
  rules?: XmlRules;
  discardPolicy?: DiscardPolicy;
  isEnough?: (ended: XmlElement) => boolean;
};

/** Builds the tree of a whole document: well-formed, namespaces resolved, no DTD, inside every limit.
 * @param text decoded, every line end a LF   @throws XmlError
 * @source XML 1.0 (fifth edition); Namespaces in XML 1.0 */
export function scanXml(text: string, options: ScanOptions = {}): XmlElement {
  const { rules = DOCUMENT_RULES, discardPolicy = keepEverything, isEnough } = options;
  // For too many tags, scan without a tree: the first fault is the same, and memory stays small.
  if (hasTooManyTags(text, Math.min(rules.marks, rules.nodes)))
    new Scanner(text, rules, { discardPolicy: null, isEnough }).run();
  return new Scanner(text, rules, { discardPolicy, isEnough }).run();
}

/** The policy that drops nothing. */
export const keepEverything: DiscardPolicy = () => null;

class Scanner {
  readonly #text: string;
  readonly #rules: XmlRules;
  readonly #discardPolicy: DiscardPolicy | null;
  readonly #isEnough: ScanOptions["isEnough"];
  #shouldDiscard: ShouldDiscard | null = null;
  readonly #names: XmlNames;
  readonly #tags: XmlTags;
  /** Number of open elements. */
  #depth = 0;
  #element: XmlElement | null = null;
  #root: XmlElement | null = null;
  #at = 0;
  #isDone = false;
  #marks = 0;
  #nodes = 0;
  #attributes = 0;
  #escapes = 0;

  /** @param policy its discardPolicy: null builds no tree and only counts */
  constructor(
    text: string,
    rules: XmlRules,
    { discardPolicy, isEnough }: { discardPolicy: DiscardPolicy | null; isEnough: ScanOptions["isEnough"] },
  ) {
    this.#text = text;
    this.#rules = rules;
    this.#discardPolicy = discardPolicy;
    this.#isEnough = isEnough;
    this.#names = new XmlNames(rules.nameLength);
    this.#tags = new XmlTags(rules);
  }

  run(): XmlElement {
    try {
      this.#at = skipDeclaration(this.#text, this.#rules);
      while (this.#at < this.#text.length && !this.#isDone) this.#step();
      if (this.#element && !this.#isDone)
        fail("malformado", `<${this.#element.name.raw.slice(0, 40)}> sem fim`);
      return this.#root ?? fail("malformado", "sem elemento");
    } catch (error) {
      throw error instanceof XmlError ? locateFault(error, this.#text, this.#at) : error;
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
    const tag = text.indexOf("<", this.#at);
    const at = tag === -1 ? text.length : tag;
    const seen = meaningsOf(text, this.#at, at);
    if ((seen & FORBIDDEN) !== 0) fail("malformado", "caractere proibido");
    if (this.#element) {
      const raw = text.slice(this.#at, at);
      const resolved = this.#resolve(raw, seen);
      if ((seen & ESCAPED) !== 0) {
        if (CDATA_END.test(raw)) fail("malformado", "]]>");
        if (!isTextCanonical(raw)) this.#element.end = -1;
      }
      this.#append(resolved);
    } else if (isVisible(text, this.#at, at)) fail("malformado", "texto fora do elemento");
    this.#at = at;
  }

  /** Appends a comment, CDATA or instruction: the canonical form differs from the source. */
  #appendMark(node: XmlNode): void {
    if (this.#element) this.#element.end = -1;
    this.#countMark();
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
    const text = this.#readUntil(COMMENT, 4);
    if (this.#text.charCodeAt(this.#at) !== GT) fail("malformado", "--");
    this.#at += 1;
    this.#appendMark({ kind: "comment", text });
  }

  #readCdata(): void {
    const text = this.#readUntil(CDATA, 9);
    this.#countEscapes(this.#escapesIn(text));
    this.#appendMark({ kind: "cdata", text });
  }

  #readInstruction(): void {
    const body = this.#readUntil(INSTRUCTION, 2);
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

  /** Returns the text between an opening mark of `start` characters and its end, and moves past that end. */
  #readUntil({ end, search }: Ending, start: number): string {
    const from = this.#at + start;
    search.lastIndex = from;
    if (!search.test(this.#text)) fail("malformado", `sem ${end}`);
    this.#at = search.lastIndex;
    const to = this.#at - end.length;
    if ((meaningsOf(this.#text, from, to) & FORBIDDEN) !== 0) fail("malformado", "caractere proibido");
    return this.#text.slice(from, to);
  }

  #readEnd(): void {
    const element = this.#element;
    if (!element) this.#failEnd();
    const { raw, close } = element.name;
    if (this.#text.startsWith(close, this.#at)) {
      this.#at += close.length;
      element.end = element.end === 0 ? this.#at : -this.#at;
    } else {
      if (!this.#text.startsWith(raw, this.#at + 2)) this.#failEnd();
      this.#at += 2 + raw.length;
      this.#skipBlank();
      if (this.#text.charCodeAt(this.#at) !== GT) fail("malformado", `</${raw.slice(0, 40)}`);
      this.#at += 1;
      element.end = -this.#at;
    }
    this.#depth -= 1;
    this.#leave(element);
  }

  #failEnd(): never {
    fail("malformado", /^[^>]{0,40}>?/.exec(this.#text.slice(this.#at, this.#at + 44))?.[0] ?? "");
  }

  #readStart(): void {
    if (this.#isClosed()) fail("varias-raizes", "segundo elemento");
    if (this.#depth >= this.#rules.depth) fail("profundo-demais", `${this.#rules.depth}`, "depth");
    const start = this.#at;
    const name = this.#names.tagAt(this.#text, start + 1);
    this.#at += 1 + name.raw.length;
    const known = isTagEnd(this.#text, this.#at) ? null : this.#readTag(name);
    const tag = known?.tag ?? (this.#root ? this.#tags.plain(name) : this.#tags.bare(name));
    const element = new XmlElement(tag, this.#element, start);
    if (known?.isCanonical === false) element.end = -1;
    this.#countMark();
    this.#append(element);
    if (!this.#root) this.#open(element);
    this.#element = element;
    if (this.#text.charCodeAt(this.#at) === SLASH) {
      this.#at += 2;
      element.end = -this.#at;
      this.#leave(element);
    } else {
      this.#at += 1;
      this.#depth += 1;
    }
  }

  #open(root: XmlElement): void {
    this.#root = root;
    root.tag.source = this.#text;
    this.#shouldDiscard = this.#discardPolicy?.(root) ?? null;
  }

  #leave(element: XmlElement): void {
    this.#tags.leave(element.tag);
    this.#element = element.parent;
    const { parent } = element;
    if (!parent) return;
    if (element.end < 0) parent.end = -1;
    if (this.#isEnough?.(element)) this.#isDone = true;
    if (this.#shouldDiscard?.(element)) dropLast(parent);
  }

  /** Reads the tag after its name. A repeated tag is reused, but counts towards the limits. */
  #readTag(name: XmlName): TagKnown {
    const from = this.#at;
    const known = this.#tags.knownAt(name, this.#text, from);
    if (known) {
      this.#at += known.written.length;
      this.#countAttributes(known.raw.length);
      this.#countEscapes(known.escapes);
      this.#tags.enterKnown(known);
      return known;
    }
    const before = this.#escapes;
    const raw = this.#readAttributes();
    const written = this.#text.slice(from, this.#at);
    return this.#tags.enter(name, { written, raw, escapes: this.#escapes - before });
  }

  /** Reads up to the ">" or "/>" of the tag, without consuming it. */
  #readAttributes(): readonly XmlAttribute[] {
    let raw: readonly XmlAttribute[] = NONE;
    for (;;) {
      const spaced = this.#skipBlank();
      if (isTagEnd(this.#text, this.#at)) return raw;
      if (!spaced) fail("malformado", "atributo");
      const attribute = this.#readAttribute();
      for (const { name } of raw) {
        if (name.raw === attribute.name.raw) fail("malformado", `${name.raw.slice(0, 40)} repetido`);
      }
      raw = extend(raw, attribute);
      if (raw.length > this.#rules.attributes) fail("grande-demais", "atributos", "attributes");
    }
  }

  #readAttribute(): XmlAttribute {
    const name = this.#names.at(this.#text, this.#at);
    this.#at += name.raw.length;
    this.#skipBlank();
    if (this.#text.charCodeAt(this.#at) !== EQUALS) fail("malformado", `${name.raw.slice(0, 40)} sem valor`);
    this.#at += 1;
    this.#skipBlank();
    const quote = this.#text.charCodeAt(this.#at);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE)
      fail("malformado", `${name.raw.slice(0, 40)} sem aspas`);
    const declared = quote === DOUBLE_QUOTE ? declaredAt(name, this.#text, this.#at + 1) : null;
    if (declared !== null) this.#at += declared.length + 2;
    const value = declared ?? this.#readValue(quote);
    this.#countAttributes(1);
    return new XmlAttribute(name, value);
  }

  #readValue(quote: number): string {
    const text = this.#text;
    const from = this.#at + 1;
    const at = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from);
    if ((at === -1 ? text.length : at) - from > this.#rules.attributeLength)
      fail("grande-demais", "atributo", "attributeLength");
    if (at === -1) fail("malformado", "atributo sem fim");
    const seen = meaningsOf(text, from, at);
    this.#at = at + 1;
    if ((seen & (FORBIDDEN | LESS_THAN)) !== 0) fail("malformado", "caractere proibido em atributo");
    const raw = text.slice(from, at);
    return this.#resolve((seen & LINE_BLANK) === 0 ? raw : spaceBlanks(raw), seen);
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
    const parent: OpenElement | null = this.#element;
    if (!parent || !this.#discardPolicy) return;
    const { content } = parent;
    if (!isList(content)) parent.content = [content, node];
    else if (content.length === 0 && needsNoList(node)) parent.content = node;
    else parent.content = extend(content, node);
  }

  #count(nodes = 1): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#rules.nodes) fail("grande-demais", `${this.#rules.nodes}`, "nodes");
  }

  #countMark(): void {
    this.#marks += 1;
    if (this.#marks > this.#rules.marks) fail("grande-demais", `${this.#rules.marks}`, "marks");
  }

  #countAttributes(attributes: number): void {
    this.#attributes += attributes;
    if (this.#attributes > this.#rules.allAttributes) fail("grande-demais", "atributos", "allAttributes");
    this.#count(attributes);
  }

  /** @param seen the combined classes of its characters */
  #resolve(raw: string, seen: number): string {
    if ((seen & ESCAPED) === 0) return raw;
    this.#countEscapes(this.#escapesIn(raw));
    return (seen & AMPERSAND) === 0 ? raw : decodeReferences(raw);
  }

  #escapesIn(raw: string): number {
    return countEscaped(raw, this.#rules.escapes - this.#escapes);
  }

  #countEscapes(escapes: number): void {
    this.#escapes += escapes;
    if (this.#escapes > this.#rules.escapes) fail("grande-demais", "referências", "escapes");
  }

  #isClosed(): boolean {
    return this.#root !== null && this.#element === null;
  }
}

function dropLast(parent: OpenElement): void {
  if (isList(parent.content)) (parent.content as XmlNode[]).pop();
  else parent.content = NONE;
}

function fail(fault: XmlFault, what: string, limit?: XmlLimit): never {
  throw new XmlError(fault, what, limit);
}
