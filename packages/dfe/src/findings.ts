import { type Achado, type AchadoCode, makeAchado } from "./achados.ts";

/** Findings kept per document, besides the first of each code: a hostile document must stay cheap. */
const ACHADOS_MAX = 100;

/** The findings of one judgement, without duplicates: each code once per place and detail. */
export class Findings {
  readonly #achados: Achado[] = [];

  add(code: AchadoCode, onde: Pick<Achado, "caminho" | "detalhe"> = {}): void {
    const same = (each: Achado): boolean =>
      each.codigo === code && each.detalhe === onde.detalhe && each.caminho === onde.caminho;
    if (this.#achados.some(same)) return;
    // The first of each code is always kept: it can decide the verdict, and others must not crowd it out.
    if (this.#achados.length < ACHADOS_MAX || !this.has(code)) this.#achados.push(makeAchado(code, onde));
  }

  has(code: AchadoCode): boolean {
    return this.#achados.some((each) => each.codigo === code);
  }

  all(): Achado[] {
    return this.#achados;
  }
}
