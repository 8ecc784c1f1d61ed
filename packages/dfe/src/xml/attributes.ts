import { XML_NAMES_MAX, XML_NAMESPACE_MAX } from "./limits.ts";
import { extend, NONE } from "./lists.ts";
import { XML_NAMESPACE, XMLNS_NAMESPACE } from "./namespaces.ts";
import { escapeAttribute } from "./references.ts";
import type { XmlAttribute, XmlDeclaration, XmlName } from "./tree.ts";
import { XmlError, type XmlFault } from "./xml-error.ts";

const TAB = 0x09;
const LF = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;

/** An absolute one: the canonical form of a relative one is not defined.   @source RFC 3986; C14N 1.0 §1.3 */
const NAMESPACE = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~:/?@!$'()*+,;=%-]*(?:#[\w.~:/?@!$'()*+,;=%-]*)?$/;

/** Namespaces that were found in order: the same few come in every document.
 * @NOTE a piece of a string keeps the whole of it, here a document, in memory: hence the copies. */
const known = new Map<string, string>();

/** The one copy of a namespace, which two of the same are told by without a look at their letters.   @throws XmlError malformado */
function internNamespace(uri: string): string {
  const own = known.get(uri);
  if (own !== undefined) return own;
  if (!NAMESPACE.test(uri)) fail("malformado", `namespace ${uri}`);
  if (known.size >= XML_NAMES_MAX) known.clear();
  const copy = Buffer.from(uri).toString();
  known.set(copy, copy);
  return copy;
}

/** The namespaces that a start tag declares, in its order; "xml" left out.   @throws XmlError */
export function declarationsOf(raw: readonly XmlAttribute[]): readonly XmlDeclaration[] {
  let declarations: readonly XmlDeclaration[] = NONE;
  for (const { name, value } of raw) {
    if (!isDeclaration(name)) continue;
    const { declared } = name;
    const declaration = declared?.uri === value ? declared : declare(name, value);
    if (declaration.prefix !== "xml") declarations = extend(declarations, declaration);
  }
  return declarations;
}

function declare(name: XmlName, value: string): XmlDeclaration {
  const prefix = name.prefix === "" ? "" : name.local;
  const reserved =
    prefix === "xmlns" || value === XMLNS_NAMESPACE || (value === XML_NAMESPACE) !== (prefix === "xml");
  if (reserved || (prefix !== "" && value === "")) fail("malformado", name.raw.slice(0, 40));
  if (value.length > XML_NAMESPACE_MAX) fail("grande-demais", name.raw.slice(0, 40));
  name.declared = { prefix, uri: value === "" ? "" : internNamespace(value) };
  return name.declared;
}

/** The value that starts at a place, when it is what this name last declared: that is in order, and no string is cut out of the text.
 * No namespace holds the double quote that ends it, nor a reference or blank. */
export function declaredAt({ declared }: XmlName, text: string, from: number): string | null {
  const to = from + (declared?.uri.length ?? 0);
  return declared && text.charCodeAt(to) === DOUBLE_QUOTE && text.slice(from, to) === declared.uri
    ? declared.uri
    : null;
}

/** Whether the attributes of a start tag stand there as the canonical form writes them. It is said of one alone: more of them have an
 * order, and declarations their surroundings.   @param written what stands behind the name */
export function isCanonical([only, second]: readonly XmlAttribute[], written: string): boolean {
  if (!only || second || isDeclaration(only.name)) return false;
  const before = ` ${only.name.raw}="`;
  return written.startsWith(before) && written.slice(before.length) === `${escapeAttribute(only.value)}"`;
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
