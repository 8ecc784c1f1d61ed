import { ufOfCodigo } from "@malote/syntax";
import { attributeOf, hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { caminhoOf, type Irregularidades, quote } from "./irregularidade.ts";
import type { Campo, Grupo, Leiaute, Parte } from "./leiaute.ts";

/** Receives the values for the sums during the traversal;
 * `spoil` reports a value that does not match its type. */
export type SumCollector = {
  receive(captura: number, text: string): void;
  spoil(captura: number): void;
  endItem(): void;
};

/** Traverses a signed element along its layout: checks presence, repetition, order, characters
 * and lengths. Unknown tags are skipped, since technical notes add some every month. */
export function traverseEstrutura(
  raiz: XmlElement,
  leiaute: Leiaute,
  out: { irregularidades: Irregularidades; coletor: SumCollector | null },
): void {
  new Traversal(raiz, out.irregularidades, out.coletor).grupo(raiz, leiaute.raiz);
}

class Traversal {
  readonly #raiz: XmlElement;
  readonly #irregularidades: Irregularidades;
  readonly #coletor: SumCollector | null;

  constructor(raiz: XmlElement, irregularidades: Irregularidades, coletor: SumCollector | null) {
    this.#raiz = raiz;
    this.#irregularidades = irregularidades;
    this.#coletor = coletor;
  }

  grupo(element: XmlElement, grupo: Grupo): void {
    // A full list ends the check.
    if (this.#irregularidades.isFull) return;
    const { contagem, campos, indice } = grupo;
    contagem.fill(0);
    let ordem = 0;
    let esperado = 0;
    let isStrange = false;
    let isShuffled = false;
    for (const node of element.children) {
      if (typeof node === "string" || node.kind !== "element") continue;
      // Documents usually follow the layout order: try the next tag first.
      const isEsperado = campos[esperado]?.local === node.local && node.namespace === element.namespace;
      const place = isEsperado ? esperado : placeOf(node, element, indice);
      const campo = place === undefined ? undefined : campos[place];
      if (place === undefined || campo === undefined) {
        isStrange = true;
        continue;
      }
      esperado = campo.max > 1 ? place : place + 1;
      // No layout allows 65 535 siblings: the counter stops there.
      const count = Math.min((contagem[place] ?? 0) + 1, 0xffff);
      contagem[place] = count;
      if (count === campo.max + 1) this.#repeated(node, campo);
      if (campo.ordem >= ordem) ordem = campo.ordem;
      // Only the first misplaced tag is reported; later ones are mostly in their place.
      else if (!isShuffled) {
        isShuffled = true;
        this.#irregularidades.add("estrutura-ordem", this.#caminho(node));
      }
      if (campo.grupo) this.grupo(node, campo.grupo);
      else this.#folha(node, campo);
    }
    this.#presence(element, grupo, isStrange);
    for (const par of grupo.municipios) this.#municipio(element, grupo, par);
    for (const each of grupo.atributos) this.#atributo(element, each);
    if (grupo.isItem) this.#coletor?.endItem();
  }

  #repeated(element: XmlElement, { max }: Campo): void {
    this.#irregularidades.add("estrutura-repetida", this.#caminho(element), `no máximo ${max}`);
  }

  #folha(element: XmlElement, campo: Campo): void {
    if (!campo.tipo) return;
    const text = textOf(element);
    const defeito = hasElements(element) ? "formato" : campo.tipo(text);
    if (campo.captura >= 0) {
      if (defeito) this.#coletor?.spoil(campo.captura);
      else this.#coletor?.receive(campo.captura, text);
    }
    if (defeito) this.#irregularidades.add(`estrutura-${defeito}`, this.#caminho(element), quote(text));
  }

  #presence(element: XmlElement, grupo: Grupo, isStrange: boolean): void {
    for (const place of grupo.obrigatorios)
      if (grupo.contagem[place] === 0) this.#absent(element, grupo, place);
    if (grupo.condicionais.length === 0) return;
    const condicoes = new Conditions(grupo, isStrange);
    for (const parte of grupo.condicionais) condicoes.check(parte);
    for (const place of condicoes.ausentes) this.#absent(element, grupo, place);
    for (const alternativas of condicoes.nenhuma) {
      this.#irregularidades.add("estrutura-ausente", this.#caminho(element), alternativas.join(" ou "));
    }
    for (const alternativas of condicoes.juntas) {
      this.#irregularidades.add("estrutura-repetida", this.#caminho(element), alternativas.join(" e "));
    }
  }

  #absent(element: XmlElement, grupo: Grupo, place: number): void {
    const local = grupo.campos[place]?.local ?? "";
    this.#irregularidades.add("estrutura-ausente", `${this.#caminho(element)}/${local}`);
  }

  /** A município code starts with its state's code; foreign places are 9999999 in EX. */
  #municipio(element: XmlElement, grupo: Grupo, [munAt, ufAt]: [number, number]): void {
    const mun = this.#text(element, grupo.campos[munAt]);
    const uf = this.#text(element, grupo.campos[ufAt]);
    if (!/^[0-9]{7}$/.test(mun) || !/^[A-Z]{2}$/.test(uf)) return;
    const doMunicipio = mun === "9999999" ? "EX" : ufOfCodigo(mun.slice(0, 2));
    if (doMunicipio === null || doMunicipio === uf) return;
    const local = grupo.campos[munAt]?.local ?? "";
    this.#irregularidades.add(
      "estrutura-formato",
      `${this.#caminho(element)}/${local}`,
      `${mun} não é de ${uf}`,
    );
  }

  #text(element: XmlElement, campo: Campo | undefined): string {
    for (const node of element.children) {
      if (typeof node !== "string" && node.kind === "element" && node.local === campo?.local)
        return textOf(node);
    }
    return "";
  }

  #atributo(element: XmlElement, { local, tipo, opcional }: Grupo["atributos"][number]): void {
    const value = attributeOf(element, local);
    if (value === null && opcional) return;
    const defeito = value === null ? "ausente" : tipo?.(value);
    if (!defeito) return;
    const citado = value === null ? undefined : quote(value);
    this.#irregularidades.add(`estrutura-${defeito}`, `${this.#caminho(element)}/@${local}`, citado);
  }

  /** Returns "" once the list is full, since paths cost more than checks. */
  #caminho(element: XmlElement): string {
    return this.#irregularidades.isFull ? "" : caminhoOf(element, this.#raiz);
  }
}

/** The position of a tag in a group; tags of other namespaces have none. */
function placeOf(
  node: XmlElement,
  parent: XmlElement,
  indice: ReadonlyMap<string, number>,
): number | undefined {
  return node.namespace === parent.namespace ? indice.get(node.local) : undefined;
}

/** Checks the choices and optional sequences of one group by its tag counts. */
class Conditions {
  readonly ausentes: number[] = [];
  readonly nenhuma: string[][] = [];
  readonly juntas: string[][] = [];
  readonly #grupo: Grupo;
  readonly #isStrange: boolean;

  constructor(grupo: Grupo, isStrange: boolean) {
    this.#grupo = grupo;
    this.#isStrange = isStrange;
  }

  check(parte: Parte): void {
    if (parte.kind === "campo") {
      if (parte.obrigatorio && !this.#isPresent(parte)) this.ausentes.push(parte.indice);
      return;
    }
    const isPresent = this.#isPresent(parte);
    if (!isPresent && !parte.obrigatorio) return;
    if (parte.kind === "escolha") this.#checkEscolha(parte.partes, parte.repetido);
    else for (const each of parte.partes) this.check(each);
  }

  #checkEscolha(partes: Parte[], repetido: boolean): void {
    const present = partes.filter((each) => this.#isPresent(each));
    // An unknown tag may be an alternative of a newer technical note.
    if (present.length === 0 && !this.#isStrange) this.nenhuma.push(partes.map((each) => this.#nome(each)));
    if (present.length > 1 && !repetido) this.juntas.push(present.map((each) => this.#nome(each)));
    for (const each of present) if (each.kind !== "campo") this.check(each);
  }

  #isPresent(parte: Parte): boolean {
    if (parte.kind === "campo") return (this.#grupo.contagem[parte.indice] ?? 0) > 0;
    return parte.partes.some((each) => this.#isPresent(each));
  }

  #nome(parte: Parte): string {
    if (parte.kind === "campo") return this.#grupo.campos[parte.indice]?.local ?? "";
    return parte.partes[0] ? this.#nome(parte.partes[0]) : "";
  }
}
