import { type AchadoCodigo, makeAchado } from "./achados.ts";
import type { Achado } from "./veredito.ts";

/** The findings of one judgement, each code once for each place and detail. */
export class Findings {
  readonly #achados: Achado[] = [];

  add(codigo: AchadoCodigo, onde: Pick<Achado, "caminho" | "detalhe"> = {}): void {
    const same = (each: Achado): boolean =>
      each.codigo === codigo && each.detalhe === onde.detalhe && each.caminho === onde.caminho;
    if (!this.#achados.some(same)) this.#achados.push(makeAchado(codigo, onde));
  }

  all(): Achado[] {
    return this.#achados;
  }
}
