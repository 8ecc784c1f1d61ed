import { XML_NAMES_MAX, XML_NAMESPACE_MAX, type XmlLimit, type XmlRules } from "./limits.ts";
import { extend, NONE } from "./lists.ts";
import { XML_NAMESPACE, XMLNS_NAMESPACE } from "./namespaces.ts";
import { escapeAttribute } from "./references.ts";
import type { XmlAttribute, XmlDeclaration, XmlName } from "./tree.ts";
import { XmlError, type XmlFault } from "./xml-error.ts";

const TAB = 0x09;
const LF = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;

/** An absolute URI: C14N does not define the canonical form of a relative one.
 * @source RFC 3986; C14N 1.0 §1.3 */
const NAMESPACE = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~:/?@!$'()*+,;=%-]*(?:#[\w.~:/?@!$'()*+,;=%-]*)?$/;

/** Namespaces that passed the check: all documents use the same few.
 * @NOTE V8 keeps the whole document in memory for a substring of it: store copies. */
const known = new Map<string, string>();

/** Returns the shared copy of a namespace, so that equal ones compare by reference.
 * @throws XmlError malformado */
function internNamespace(uri: string): string {
  const own = known.get(uri);
  if (own !== undefined) return own;
  if (!NAMESPACE.test(uri)) fail("malformado", `namespace ${uri}`);
  if (known.size >= XML_NAMES_MAX) known.clear();
  const copy = copyOf(uri);
  known.set(copy, copy);
  return copy;
}

function isShared(uri: string): boolean {
  return uri === "" || (uri.length <= XML_NAMESPACE_MAX && NAMESPACE.test(uri));
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** The namespaces that a start tag declares, in document order, without "xml".   @throws XmlError */
export function declarationsOf(raw: readonly XmlAttribute[], rules: XmlRules): readonly XmlDeclaration[] {
  let declarations: readonly XmlDeclaration[] = NONE;
  for (const { name, value } of raw) {
    if (!isDeclaration(name)) continue;
    const { declared } = name;
    const declaration = declared?.uri === value ? declared : declare(name, value, rules);
    if (declaration.prefix !== "xml") declarations = extend(declarations, declaration);
  }
  return declarations;
}

function declare(name: XmlName, value: string, rules: XmlRules): XmlDeclaration {
  const prefix = name.prefix === "" ? "" : name.local;
  const reserved =
    prefix === "xmlns" || value === XMLNS_NAMESPACE || (value === XML_NAMESPACE) !== (prefix === "xml");
  if (reserved || (prefix !== "" && value === "")) fail("malformado", name.raw.slice(0, 40));
  if (value.length > rules.namespaceLength) fail("grande-demais", name.raw.slice(0, 40), "namespaceLength");
  // The names keep only a declaration that every rule accepts, since all texts share them.
  if (rules.namespaces !== "absolute" && !isShared(value)) return { prefix, uri: copyOf(value) };
  name.declared = { prefix, uri: value === "" ? "" : internNamespace(value) };
  return name.declared;
}

/** The value at `from`, if it equals the last namespace declared by this name: no check and no
 * substring needed. A namespace never contains the closing double quote, a reference or a blank. */
export function declaredAt({ declared }: XmlName, text: string, from: number): string | null {
  const to = from + (declared?.uri.length ?? 0);
  return declared && text.charCodeAt(to) === DOUBLE_QUOTE && text.slice(from, to) === declared.uri
    ? declared.uri
    : null;
}

/** Says whether a start tag is in canonical form: only for one
 * attribute, since more need an order and declarations a scope.
 * @param written source text after the name */
export function isCanonical([only, second]: readonly XmlAttribute[], written: string): boolean {
  if (!only || second || isDeclaration(only.name)) return false;
  const before = ` ${only.name.raw}="`;
  return written.startsWith(before) && written.slice(before.length) === `${escapeAttribute(only.value)}"`;
}

/** The attributes without the namespace declarations. */
export function dropDeclarations(raw: readonly XmlAttribute[]): readonly XmlAttribute[] {
  for (const { name } of raw) {
    if (isDeclaration(name)) return raw.filter((each) => !isDeclaration(each.name));
  }
  return raw;
}

function isDeclaration({ raw, prefix }: XmlName): boolean {
  return prefix === "xmlns" || raw === "xmlns";
}

/** @throws XmlError malformado for two attributes with the same expanded name */
export function refuseDuplicates(attributes: readonly XmlAttribute[]): void {
  // Quadratic, but XML_ATTRIBUTES_MAX limits the count.
  for (const [at, one] of attributes.entries()) {
    if (one.prefix !== "" && hasDuplicate(one, attributes, at)) fail("malformado", "atributo repetido");
  }
}

function hasDuplicate(
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

/** Replaces each tab and line end in an attribute by a space.   @source XML 1.0 §3.3.3 */
export function spaceBlanks(raw: string): string {
  const bytes = Buffer.from(raw, "utf16le");
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, raw.length);
  for (let at = 0; at < units.length; at += 1) {
    if (units[at] === TAB || units[at] === LF) units[at] = SPACE;
  }
  return bytes.toString("utf16le");
}

function fail(fault: XmlFault, what: string, limit?: XmlLimit): never {
  throw new XmlError(fault, what, limit);
}
