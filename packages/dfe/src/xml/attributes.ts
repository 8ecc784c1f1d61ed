import { XML_NAMES_MAX, XML_NAMESPACE_MAX } from "./limits.ts";
import { extend, NONE } from "./lists.ts";
import type { XmlName } from "./names.ts";
import { XML_NAMESPACE, XMLNS_NAMESPACE } from "./namespaces.ts";
import { escapeAttribute } from "./references.ts";
import type { XmlAttribute, XmlDeclaration } from "./tree.ts";
import { XmlError, type XmlFault } from "./xml-error.ts";

const TAB = 0x09;
const LF = 0x0a;
const SPACE = 0x20;

/** An absolute one: the canonical form of a relative one is not defined.   @source RFC 3986; C14N 1.0 §1.3 */
const NAMESPACE = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~:/?@!$'()*+,;=%-]*(?:#[\w.~:/?@!$'()*+,;=%-]*)?$/;

/** Namespaces that were found in order: the same few come in every document. */
const known = new Set<string>();

function isAbsolute(uri: string): boolean {
  if (known.has(uri)) return true;
  if (!NAMESPACE.test(uri)) return false;
  if (known.size >= XML_NAMES_MAX) known.clear();
  // @NOTE a piece of a string keeps the whole of it, here a document, in memory: hence the copy.
  known.add(Buffer.from(uri).toString());
  return true;
}

/** The namespaces that a start tag declares, in its order; "xml" left out.   @throws XmlError */
export function declarationsOf(raw: readonly XmlAttribute[]): readonly XmlDeclaration[] {
  let declarations: readonly XmlDeclaration[] = NONE;
  for (const { name, value } of raw) {
    if (!isDeclaration(name)) continue;
    const prefix = name.prefix === "" ? "" : name.local;
    const reserved =
      prefix === "xmlns" || value === XMLNS_NAMESPACE || (value === XML_NAMESPACE) !== (prefix === "xml");
    if (reserved || (prefix !== "" && value === "")) fail("malformado", name.raw.slice(0, 40));
    if (value.length > XML_NAMESPACE_MAX) fail("grande-demais", name.raw.slice(0, 40));
    if (value !== "" && !isAbsolute(value)) fail("malformado", `namespace ${value}`);
    if (prefix !== "xml") declarations = extend(declarations, { prefix, uri: value });
  }
  return declarations;
}

/** Whether what stands behind the name of a start tag is what the canonical form writes there: nothing, or one attribute. More of them
 * have an order, and declarations their surroundings. */
export function isCanonical(
  raw: readonly XmlAttribute[],
  text: string,
  { from, to }: { from: number; to: number },
): boolean {
  const only = raw[0];
  if (!only) return from === to;
  if (raw.length > 1 || isDeclaration(only.name)) return false;
  const before = ` ${only.name.raw}="`;
  if (!text.startsWith(before, from)) return false;
  return text.slice(from + before.length, to) === `${escapeAttribute(only.value)}"`;
}

/** The attributes alone. */
export function dropDeclarations(raw: readonly XmlAttribute[]): readonly XmlAttribute[] {
  for (const { name } of raw) {
    if (isDeclaration(name)) return raw.filter((each) => !isDeclaration(each.name));
  }
  return raw;
}

function isDeclaration({ raw, prefix }: XmlName): boolean {
  return prefix === "xmlns" || raw === "xmlns";
}

/** @throws XmlError malformado for two attributes of one expanded name */
export function refuseTwins(attributes: readonly XmlAttribute[]): void {
  // There are no more than XML_ATTRIBUTES_MAX.
  for (const [at, one] of attributes.entries()) {
    if (one.prefix !== "" && hasTwin(one, attributes, at)) fail("malformado", "atributo repetido");
  }
}

function hasTwin(
  { local, namespace }: XmlAttribute,
  attributes: readonly XmlAttribute[],
  end: number,
): boolean {
  for (let at = 0; at < end; at += 1) {
    const other = attributes[at];
    if (other?.local === local && other.namespace === namespace) return true;
  }
  return false;
}

/** @source XML 1.0 §3.3.3: a tab or line end in an attribute is a space */
export function spaceBlanks(raw: string): string {
  const bytes = Buffer.from(raw, "utf16le");
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, raw.length);
  for (let at = 0; at < units.length; at += 1) {
    if (units[at] === TAB || units[at] === LF) units[at] = SPACE;
  }
  return bytes.toString("utf16le");
}

function fail(fault: XmlFault, what: string): never {
  throw new XmlError(fault, what);
}
