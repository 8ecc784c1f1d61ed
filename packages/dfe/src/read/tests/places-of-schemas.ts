import { readEsquemas } from "../../estrutura/tests/shared.ts";
import { parseXml } from "../../xml/parse.ts";
import { attributeOf, elementsOf, type XmlElement } from "../../xml/tree.ts";

/** The named declarations of some schemas, by kind and name. */
type Declaracoes = { tipos: Map<string, XmlElement>; grupos: Map<string, XmlElement>; raizes: XmlElement[] };

const NUMERO = /CNPJ|CPF/;

/**
 * The path of every field of a schema that holds a CNPJ or CPF, from the element or type that it
 * begins with ("TNFe/infNFe/dest/CNPJ").
 * @param files schemas that are read together, by their path in ../shared/schemas
 */
export function listNumeros(files: readonly string[]): string[] {
  const esquemas = readEsquemas();
  const folhas = files.map((file) => parseXml(esquemas.get(file) ?? Buffer.from("<nada/>")).root);
  const known: Declaracoes = { tipos: new Map(), grupos: new Map(), raizes: [] };
  for (const each of folhas.flatMap((folha) => elementsOf(folha))) {
    const name = attributeOf(each, "name") ?? "";
    if (each.local === "complexType") known.tipos.set(name, each);
    if (each.local === "group") known.grupos.set(name, each);
    if (each.local === "element") known.raizes.push(each);
  }
  const found = new Set<string>();
  for (const [name, tipo] of known.tipos) walk(tipo, { caminho: [name], tipos: [name], known, found });
  for (const raiz of known.raizes) visit(raiz, { caminho: [], tipos: [], known, found });
  return [...found].toSorted();
}

type Passo = { caminho: string[]; tipos: string[]; known: Declaracoes; found: Set<string> };

function visit(element: XmlElement, passo: Passo): void {
  const name = attributeOf(element, "name");
  if (name === null) return;
  const caminho = [...passo.caminho, name];
  if (NUMERO.test(name)) passo.found.add(caminho.join("/"));
  enter(localOf(attributeOf(element, "type")), { ...passo, caminho });
  walk(element, { ...passo, caminho });
}

function walk(element: XmlElement, passo: Passo): void {
  for (const each of elementsOf(element)) {
    if (each.local === "annotation") continue;
    if (each.local === "element") visit(each, passo);
    else {
      const grupo = passo.known.grupos.get(localOf(attributeOf(each, "ref")));
      if (grupo) walk(grupo, passo);
      enter(localOf(attributeOf(each, "base")), passo);
      walk(each, passo);
    }
  }
}

/** A type that holds itself is entered once. */
function enter(tipo: string, passo: Passo): void {
  const found = passo.known.tipos.get(tipo);
  if (found && !passo.tipos.includes(tipo)) walk(found, { ...passo, tipos: [...passo.tipos, tipo] });
}

function localOf(name: string | null): string {
  return name?.split(":").at(-1) ?? "";
}
