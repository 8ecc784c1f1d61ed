import { readSchemas } from "../../structure/tests/shared.ts";
import { parseXml } from "../../xml/parse.ts";
import { attributeOf, elementsOf, type XmlElement } from "../../xml/tree.ts";

/** The named declarations of some schemas, by kind and name. */
type Declarations = { types: Map<string, XmlElement>; groups: Map<string, XmlElement>; roots: XmlElement[] };

const DOCUMENTO_FIELD = /CNPJ|CPF/;

/** The path of every schema field with a CNPJ or CPF, from
 * the first element or type ("TNFe/infNFe/dest/CNPJ").
 * @param files schemas to read together, by path in ../shared/schemas */
export function listDocumentoPaths(files: readonly string[]): string[] {
  const schemas = readSchemas();
  const sheets = files.map((file) => parseXml(schemas.get(file) ?? Buffer.from("<nada/>")).root);
  const known: Declarations = { types: new Map(), groups: new Map(), roots: [] };
  for (const each of sheets.flatMap((sheet) => elementsOf(sheet))) {
    const name = attributeOf(each, "name") ?? "";
    if (each.local === "complexType") known.types.set(name, each);
    if (each.local === "group") known.groups.set(name, each);
    if (each.local === "element") known.roots.push(each);
  }
  const found = new Set<string>();
  for (const [name, type] of known.types) visitChildren(type, { path: [name], types: [name], known, found });
  for (const root of known.roots) visit(root, { path: [], types: [], known, found });
  return [...found].toSorted();
}

type Step = { path: string[]; types: string[]; known: Declarations; found: Set<string> };

function visit(element: XmlElement, step: Step): void {
  const name = attributeOf(element, "name");
  if (name === null) return;
  const path = [...step.path, name];
  if (DOCUMENTO_FIELD.test(name)) step.found.add(path.join("/"));
  enter(localOf(attributeOf(element, "type")), { ...step, path });
  visitChildren(element, { ...step, path });
}

function visitChildren(element: XmlElement, step: Step): void {
  for (const each of elementsOf(element)) {
    if (each.local === "annotation") continue;
    if (each.local === "element") visit(each, step);
    else {
      const group = step.known.groups.get(localOf(attributeOf(each, "ref")));
      if (group) visitChildren(group, step);
      enter(localOf(attributeOf(each, "base")), step);
      visitChildren(each, step);
    }
  }
}

/** Enters a recursive type only once. */
function enter(type: string, step: Step): void {
  const found = step.known.types.get(type);
  if (found && !step.types.includes(type)) visitChildren(found, { ...step, types: [...step.types, type] });
}

function localOf(name: string | null): string {
  return name?.split(":").at(-1) ?? "";
}
