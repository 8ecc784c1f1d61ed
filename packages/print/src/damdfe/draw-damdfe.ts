import type { PrintedMdfe } from "@malote/dfe";
import { drawBox } from "../page/box.ts";
import type { Area, Page } from "../page/page.ts";
import type { Drawing } from "../page/page-set.ts";
import { A4_PORTRAIT, PageSet } from "../page/page-set.ts";
import type { Space } from "../page/space.ts";
import type { PrintRequest } from "../print-request.ts";
import { drawSections } from "../sections/draw-sections.ts";
import { drawWatermarkOf, watermarkOf } from "../sections/watermark-text.ts";
import { joinParts } from "../sections/write-values.ts";
import { drawHeader, drawShortHeader, type PageTop } from "./header.ts";
import { EM_CONTINGENCIA, judgeMdfe } from "./protocolo.ts";
import { sectionsOfMdfe } from "./sections.ts";
import { TITLE } from "./texts.ts";

const MARGIN = 6;
const TOP: PageTop = { x: MARGIN, y: MARGIN, width: A4_PORTRAIT.width - 2 * MARGIN };
const END = A4_PORTRAIT.height - MARGIN;

/** Draws a DAMDFE in portrait, over as many pages as needed.
 * @source MOC MDF-e 3.00b, Anexo II (DAMDFE) */
export function drawDamdfe({ form, situacao, logo }: PrintRequest & { form: PrintedMdfe }): Drawing {
  const pageSet = new PageSet();
  const boxes = new Map<Page, Area>();
  const veredito = judgeMdfe(form);
  const isExpected = veredito === "ausente" && form.ide.tipoEmissao === EM_CONTINGENCIA;
  const watermark = watermarkOf({
    situacao,
    ambiente: form.ide.ambiente,
    veredito: isExpected ? null : veredito,
  });
  const open = (draw: (page: Page) => { y: number; pageNumber: Area }): Space => {
    const page = pageSet.add(A4_PORTRAIT);
    drawWatermarkOf(page, watermark);
    const { y, pageNumber } = draw(page);
    boxes.set(page, pageNumber);
    return { page, x: TOP.x, y, width: TOP.width, bottom: END };
  };
  const first = open((page) => drawHeader(page, TOP, { form, situacao, logo }));
  drawSections(first, sectionsOfMdfe(form), () =>
    open((page) => drawShortHeader(page, TOP, { form, situacao })),
  );
  pageSet.number((page, { numero, total }) => {
    const area = boxes.get(page);
    if (!area) return;
    drawBox(page, area, {
      title: "FOLHA",
      text: `${numero}/${total}`,
      font: "bold",
      fontSize: 10,
      align: "center",
    });
  });
  return pageSet.finish({
    title: joinParts([TITLE, form.chave], " "),
    autor: form.emitente.nome,
    data: dataOf(form),
  });
}

/** The time of issue, so that the same document always gives the same bytes. */
function dataOf({ ide }: PrintedMdfe): Date | null {
  return ide.dataEmissao === null ? null : new Date(ide.dataEmissao);
}
