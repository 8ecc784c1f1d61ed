import { ufOfCode } from "@malote/syntax";
import { attributeOf, hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import type { Field, Group, ModelPart, SchemaLayout } from "./compile-layout.ts";
import { type Irregularities, pathOf, quote } from "./irregularity.ts";

/** Receives the values for the sums during the traversal;
 * `spoil` reports a value that does not match its type. */
export type SumCollector = {
  receive(slot: number, text: string): void;
  spoil(slot: number): void;
  endItem(): void;
};

/** Traverses a signed element along its layout: checks presence, repetition, order, characters
 * and lengths. Unknown tags are skipped, since technical notes add some every month. */
export function traverseStructure(
  root: XmlElement,
  layout: SchemaLayout,
  out: { irregularidades: Irregularities; coletor: SumCollector | null },
): void {
  new Traversal(root, out.irregularidades, out.coletor).grupo(root, layout.root);
}

class Traversal {
  readonly #raiz: XmlElement;
  readonly #irregularities: Irregularities;
  readonly #collector: SumCollector | null;

  constructor(root: XmlElement, irregularities: Irregularities, collector: SumCollector | null) {
    this.#raiz = root;
    this.#irregularities = irregularities;
    this.#collector = collector;
  }

  grupo(element: XmlElement, group: Group): void {
    // A full list ends the check.
    if (this.#irregularities.isFull) return;
    const { counts, fields, index } = group;
    counts.fill(0);
    let order = 0;
    let expected = 0;
    let isStrange = false;
    let isShuffled = false;
    for (const node of element.children) {
      if (typeof node === "string" || node.kind !== "element") continue;
      // Documents usually follow the layout order: try the next tag first.
      const isExpected = fields[expected]?.local === node.local && node.namespace === element.namespace;
      const place = isExpected ? expected : placeOf(node, element, index);
      const field = place === undefined ? undefined : fields[place];
      if (place === undefined || field === undefined) {
        isStrange = true;
        continue;
      }
      expected = field.max > 1 ? place : place + 1;
      // No layout allows 65 535 siblings: the counter stops there.
      const count = Math.min((counts[place] ?? 0) + 1, 0xffff);
      counts[place] = count;
      if (count === field.max + 1) this.#repeated(node, field);
      if (field.order >= order) order = field.order;
      // Only the first misplaced tag is reported; later ones are mostly in their place.
      else if (!isShuffled) {
        isShuffled = true;
        this.#irregularities.add("estrutura-ordem", this.#path(node));
      }
      if (field.group) this.grupo(node, field.group);
      else this.#leaf(node, field);
    }
    this.#presence(element, group, isStrange);
    for (const par of group.municipioPairs) this.#municipio(element, group, par);
    for (const each of group.attributes) this.#attribute(element, each);
    if (group.isItem) this.#collector?.endItem();
  }

  #repeated(element: XmlElement, { max }: Field): void {
    this.#irregularities.add("estrutura-repetida", this.#path(element), `no máximo ${max}`);
  }

  #leaf(element: XmlElement, field: Field): void {
    if (!field.type) return;
    const text = textOf(element);
    const defect = hasElements(element) ? "formato" : field.type(text);
    if (field.slot >= 0) {
      if (defect) this.#collector?.spoil(field.slot);
      else this.#collector?.receive(field.slot, text);
    }
    if (defect) this.#irregularities.add(`estrutura-${defect}`, this.#path(element), quote(text));
  }

  #presence(element: XmlElement, group: Group, isStrange: boolean): void {
    for (const place of group.required) if (group.counts[place] === 0) this.#absent(element, group, place);
    if (group.conditionals.length === 0) return;
    const conditions = new Conditions(group, isStrange);
    for (const part of group.conditionals) conditions.check(part);
    for (const place of conditions.ausentes) this.#absent(element, group, place);
    for (const alternatives of conditions.nenhuma) {
      this.#irregularities.add("estrutura-ausente", this.#path(element), alternatives.join(" ou "));
    }
    for (const alternatives of conditions.juntas) {
      this.#irregularities.add("estrutura-repetida", this.#path(element), alternatives.join(" e "));
    }
  }

  #absent(element: XmlElement, group: Group, place: number): void {
    const local = group.fields[place]?.local ?? "";
    this.#irregularities.add("estrutura-ausente", `${this.#path(element)}/${local}`);
  }

  /** A município code starts with its state's code; foreign places are 9999999 in EX. */
  #municipio(element: XmlElement, group: Group, [munAt, ufAt]: [number, number]): void {
    const mun = this.#text(element, group.fields[munAt]);
    const uf = this.#text(element, group.fields[ufAt]);
    if (!/^[0-9]{7}$/.test(mun) || !/^[A-Z]{2}$/.test(uf)) return;
    const ofMunicipio = mun === "9999999" ? "EX" : ufOfCode(mun.slice(0, 2));
    if (ofMunicipio === null || ofMunicipio === uf) return;
    const local = group.fields[munAt]?.local ?? "";
    this.#irregularities.add("estrutura-formato", `${this.#path(element)}/${local}`, `${mun} não é de ${uf}`);
  }

  #text(element: XmlElement, field: Field | undefined): string {
    for (const node of element.children) {
      if (typeof node !== "string" && node.kind === "element" && node.local === field?.local)
        return textOf(node);
    }
    return "";
  }

  #attribute(element: XmlElement, { local, type, isOptional }: Group["attributes"][number]): void {
    const value = attributeOf(element, local);
    if (value === null && isOptional) return;
    const defect = value === null ? "ausente" : type?.(value);
    if (!defect) return;
    const named = value === null ? undefined : quote(value);
    this.#irregularities.add(`estrutura-${defect}`, `${this.#path(element)}/@${local}`, named);
  }

  /** Returns "" once the list is full, since paths cost more than checks. */
  #path(element: XmlElement): string {
    return this.#irregularities.isFull ? "" : pathOf(element, this.#raiz);
  }
}

/** The position of a tag in a group; tags of other namespaces have none. */
function placeOf(
  node: XmlElement,
  parent: XmlElement,
  index: ReadonlyMap<string, number>,
): number | undefined {
  return node.namespace === parent.namespace ? index.get(node.local) : undefined;
}

/** Checks the choices and optional sequences of one group by its tag counts. */
class Conditions {
  readonly ausentes: number[] = [];
  readonly nenhuma: string[][] = [];
  readonly juntas: string[][] = [];
  readonly #group: Group;
  readonly #isStrange: boolean;

  constructor(group: Group, isStrange: boolean) {
    this.#group = group;
    this.#isStrange = isStrange;
  }

  check(part: ModelPart): void {
    if (part.kind === "campo") {
      if (part.isRequired && !this.#isPresent(part)) this.ausentes.push(part.index);
      return;
    }
    const isPresent = this.#isPresent(part);
    if (!isPresent && !part.isRequired) return;
    if (part.kind === "escolha") this.#checkEscolha(part.parts, part.isRepeated);
    else for (const each of part.parts) this.check(each);
  }

  #checkEscolha(parts: ModelPart[], isRepeated: boolean): void {
    const present = parts.filter((each) => this.#isPresent(each));
    // An unknown tag may be an alternative of a newer technical note.
    if (present.length === 0 && !this.#isStrange) this.nenhuma.push(parts.map((each) => this.#nome(each)));
    if (present.length > 1 && !isRepeated) this.juntas.push(present.map((each) => this.#nome(each)));
    for (const each of present) if (each.kind !== "campo") this.check(each);
  }

  #isPresent(part: ModelPart): boolean {
    if (part.kind === "campo") return (this.#group.counts[part.index] ?? 0) > 0;
    return part.parts.some((each) => this.#isPresent(each));
  }

  #nome(part: ModelPart): string {
    if (part.kind === "campo") return this.#group.fields[part.index]?.local ?? "";
    return part.parts[0] ? this.#nome(part.parts[0]) : "";
  }
}
