import type { Achado, AchadoCodigo } from "./veredito.ts";

/** The findings of one judgement, each code once. */
export class Findings {
  readonly #achados: Achado[] = [];

  grave(codigo: AchadoCodigo, detalhe?: string): void {
    this.#add(codigo, true, detalhe);
  }

  note(codigo: AchadoCodigo, detalhe?: string): void {
    this.#add(codigo, false, detalhe);
  }

  all(): Achado[] {
    return this.#achados;
  }

  #add(codigo: AchadoCodigo, grave: boolean, detalhe: string | undefined): void {
    if (this.#achados.some((each) => each.codigo === codigo && each.detalhe === detalhe)) return;
    this.#achados.push(detalhe === undefined ? { codigo, grave } : { codigo, grave, detalhe });
  }
}
