import type { Drawing } from "./page/page-set.ts";
import { writePdf } from "./pdf/write-pdf.ts";
import type { PrintedPdf } from "./print-request.ts";

/** The PDF of a drawing. */
export function toPdf({ pages, info }: Drawing): PrintedPdf {
  return { pdf: writePdf(pages, info), pages: pages.length };
}
