import type { Impresso } from "../impressao.ts";
import { Pagina } from "../pdf/pagina.ts";
import { type Identificacao, writePdf } from "../pdf/write-pdf.ts";

/** Size of a page in millimetres. */
export type Formato = { largura: number; altura: number };

export const A4_RETRATO: Formato = { largura: 210, altura: 297 };
export const A4_PAISAGEM: Formato = { largura: 297, altura: 210 };

/** A printed document, built page by page. */
export class Folhas {
  readonly paginas: Pagina[] = [];

  /** Adds a page at the end. */
  add(formato: Formato): Pagina {
    const pagina = new Pagina(formato);
    this.paginas.push(pagina);
    return pagina;
  }

  /** Draws what needs the number of pages, such as "FOLHA 1/3", once all pages exist. */
  number(draw: (pagina: Pagina, folha: { numero: number; total: number }) => void): void {
    const total = this.paginas.length;
    this.paginas.forEach((pagina, at) => {
      draw(pagina, { numero: at + 1, total });
    });
  }

  finish(identificacao: Identificacao): Impresso {
    return { pdf: writePdf(this.paginas, identificacao), paginas: this.paginas.length };
  }
}
