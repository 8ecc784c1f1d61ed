import type { PrintedEvento } from "@malote/dfe";
import { drawBox } from "../page/box.ts";
import type { Area, Page } from "../page/page.ts";
import type { Drawing } from "../page/page-set.ts";
import { A4_PORTRAIT, PageSet } from "../page/page-set.ts";
import type { Space } from "../page/space.ts";
import type { PrintRequest } from "../print-request.ts";
import { drawSections } from "../sections/draw-sections.ts";
import { drawWatermarkOf, watermarkOf } from "../sections/watermark-text.ts";
import { joinParts } from "../sections/write-values.ts";
import { documentoOf } from "./evento-document.ts";
import { drawHeader, titleOf } from "./header.ts";
import { judgeRegistro } from "./registration.ts";
import { sectionsOfEvento } from "./sections.ts";

type DrawRequest = PrintRequest & { form: PrintedEvento };

const MARGIN = 6;
const SHEET: Area = {
  x: MARGIN,
  y: MARGIN,
  width: A4_PORTRAIT.width - 2 * MARGIN,
  height: A4_PORTRAIT.height - 2 * MARGIN,
};

/** Draws an evento of any family and type, with what is known of its document. The watermark is about the
 * evento only; a cancelled or denied document has it on its own printed form. */
export function drawEvento({ form, situacao, logo, doDocumento }: DrawRequest): Drawing {
  const documento = documentoOf(form.chave, doDocumento);
  const pageSet = new PageSet();
  const boxes = new Map<Page, Area>();
  const known = situacao === "nao-conferida" ? situacao : "normal";
  const watermark = watermarkOf({
    situacao: known,
    ambiente: form.ambiente,
    veredito: judgeRegistro(form),
  });
  const open = (picture: typeof logo): Space => {
    const page = pageSet.add(A4_PORTRAIT);
    drawWatermarkOf(page, watermark);
    const { y, pageNumber } = drawHeader(page, SHEET, { form, situacao, documento, logo: picture });
    boxes.set(page, pageNumber);
    return { page, x: SHEET.x, y, width: SHEET.width, bottom: SHEET.y + SHEET.height };
  };
  drawSections(open(logo), sectionsOfEvento(form, documento), () => open(null));
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
    title: joinParts([titleOf(form), form.chave], " "),
    autor: documento?.emitente.name ?? null,
    data: form.dataEvento === null ? null : new Date(form.dataEvento),
  });
}
