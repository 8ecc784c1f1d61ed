import { ancestorsOf, type NamespaceScope, scopeAround, XML_NAMESPACE } from "./namespaces.ts";
import { isElement, type XmlAttribute, type XmlDeclaration, type XmlElement } from "./tree.ts";

/** Canonical XML 1.0 without comments of one element and all below it, as the subset of its document.
 * The apex takes the namespaces in scope and the xml:* attributes of its ancestors.
 * @source https://www.w3.org/TR/2001/REC-xml-c14n-20010315 §2 */
export function canonicalize(apex: XmlElement): string {
  const scope = scopeAround(apex);
  scope.enter(apex.declarations);
  const out: string[] = [];
  writeElement({ element: apex, namespaces: scope.all(), attributes: inheritXml(apex) }, scope, out);
  return out.join("");
}

type Rendered = { element: XmlElement; namespaces: XmlDeclaration[]; attributes: XmlAttribute[] };

function writeElement(
  { element, namespaces, attributes }: Rendered,
  scope: NamespaceScope,
  out: string[],
): void {
  const name = qualified(element.prefix, element.local);
  out.push("<", name);
  for (const { prefix, uri } of namespaces.toSorted((a, b) => compare(a.prefix, b.prefix))) {
    out.push(prefix === "" ? " xmlns" : ` xmlns:${prefix}`, '="', escapeAttribute(uri), '"');
  }
  for (const each of sortAttributes(attributes)) {
    out.push(" ", qualified(each.prefix, each.local), '="', escapeAttribute(each.value), '"');
  }
  out.push(">");
  writeChildren(element, scope, out);
  out.push("</", name, ">");
}

function writeChildren(element: XmlElement, scope: NamespaceScope, out: string[]): void {
  for (const node of element.children) {
    if (typeof node === "string") out.push(escapeText(node));
    else if (node.kind === "cdata") out.push(escapeText(node.text));
    else if (node.kind === "instruction") out.push("<?", node.target, node.data && ` ${node.data}`, "?>");
    else if (isElement(node)) {
      // A declaration is written only where it changes what the parent, also written, already says.
      const namespaces = node.declarations.filter(({ prefix, uri }) => scope.get(prefix) !== uri);
      scope.enter(node.declarations);
      writeElement({ element: node, namespaces, attributes: node.attributes }, scope, out);
      scope.leave(node.declarations);
    }
  }
}

function inheritXml(apex: XmlElement): XmlAttribute[] {
  const attributes = [...apex.attributes];
  for (const ancestor of ancestorsOf(apex)) {
    for (const each of ancestor.attributes) {
      const known = attributes.some((own) => own.namespace === XML_NAMESPACE && own.local === each.local);
      if (each.namespace === XML_NAMESPACE && !known) attributes.push(each);
    }
  }
  return attributes;
}

function sortAttributes(attributes: readonly XmlAttribute[]): XmlAttribute[] {
  return attributes.toSorted((a, b) => compare(a.namespace, b.namespace) || compare(a.local, b.local));
}

/** Code point order, which differs from JavaScript's own beyond U+FFFF. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function qualified(prefix: string, local: string): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

const TEXT: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };
const ATTRIBUTE: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (char) => TEXT[char] ?? char);
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<"\t\n\r]/g, (char) => ATTRIBUTE[char] ?? char);
}
