import { type AchadoCodigo, makeAchado } from "./achados.ts";
import type { Achado } from "./veredito.ts";

/** Findings kept per document, besides the first of each code: a hostile document must stay cheap. */
const ACHADOS_MAX = 100;

/** The findings of one judgement, without duplicates: each code once per place and detail. */
export class Findings {
  readonly #achados: Achado[] = [];

  add(codigo: AchadoCodigo, onde: Pick<Achado, "caminho" | "detalhe"> = {}): void {
    const same = (each: Achado): boolean =>
      each.codigo === codigo && each.detalhe === onde.detalhe && each.caminho === onde.caminho;
    if (this.#achados.some(same)) return;
    // The first of each code is always kept: it can decide the verdict, and others must not crowd it out.
    if (this.#achados.length < ACHADOS_MAX || !this.has(codigo)) this.#achados.push(makeAchado(codigo, onde));
  }

  has(codigo: AchadoCodigo): boolean {
    return this.#achados.some((each) => each.codigo === codigo);
  }

  all(): Achado[] {
    return this.#achados;
  }
}
