import type { PdfInfo } from "../pdf/write-pdf.ts";
import { Page } from "./page.ts";

/** Size of a page in millimetres. */
export type PageFormat = { width: number; height: number };

export const A4_PORTRAIT: PageFormat = { width: 210, height: 297 };
export const A4_LANDSCAPE: PageFormat = { width: 297, height: 210 };

/** A document as drawn, before it becomes a file. */
export type Drawing = { pages: readonly Page[]; info: PdfInfo };

/** A document, drawn page by page. */
export class PageSet {
  readonly pages: Page[] = [];

  /** Adds a page at the end. */
  add(pageFormat: PageFormat): Page {
    const page = new Page(pageFormat);
    this.pages.push(page);
    return page;
  }

  /** Draws what needs the number of pages, such as "FOLHA 1/3", once all pages exist. */
  number(draw: (page: Page, pageNumber: { numero: number; total: number }) => void): void {
    const total = this.pages.length;
    this.pages.forEach((page, at) => {
      draw(page, { numero: at + 1, total });
    });
  }

  finish(info: PdfInfo): Drawing {
    return { pages: this.pages, info };
  }
}
