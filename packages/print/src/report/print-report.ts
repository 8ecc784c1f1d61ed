import type { Page, TextStyle } from "../page/page.ts";
import { A4_LANDSCAPE, PageSet } from "../page/page-set.ts";
import { anchorOf, breakText, drawLines, linesHeight } from "../page/text.ts";
import type { PrintedPdf } from "../print-request.ts";
import { toPdf } from "../to-pdf.ts";
import { drawFitted } from "./fitted.ts";
import { COLUMN_PADDING, HEADS_GREY, MARGIN, type Place, THIN_STROKE, ZEBRA } from "./measures.ts";
import { REPORT_WIDTH, type Report } from "./report.ts";
import { composeRow, drawRow } from "./row.ts";
import { TEXTS } from "./texts.ts";

const END = A4_LANDSCAPE.height - MARGIN - 6;
const HEADS_HEIGHT = 6;
const TOTAL_HEIGHT = 4.6;
const TOTALS_WIDTH = 110;
const HEADER: TextStyle = { fontSize: 7.5, font: "bold" };

/** Prints a list on A4 in landscape: title, conta and filter, rows with column heads on every page,
 * totals, and "página x de y". */
export function printReport(report: Report): PrintedPdf {
  const pageSet = new PageSet();
  const turn = (): Place => drawColumnHeads(openPage(pageSet, report), report);
  let place = turn();
  report.lines.forEach((line, at) => {
    const composed = composeRow(line, report.columns);
    if (place.y + composed.height > END) place = turn();
    drawRow(place, composed, { columns: report.columns, isZebra: at % 2 === 1 });
    place = { ...place, y: place.y + composed.height };
  });
  drawClosing(place, report, () => openPage(pageSet, report));
  pageSet.number((page, { numero, total }) => drawFooter(page, report, TEXTS.page(numero, total)));
  return toPdf(pageSet.finish({ title: report.title, autor: report.conta, data: report.data }));
}

/** Opens a page with its header: complete on the first page, one line on the others. */
function openPage(pageSet: PageSet, report: Report): Place {
  const isFirst = pageSet.pages.length === 0;
  const page = pageSet.add(A4_LANDSCAPE);
  return { page, y: isFirst ? drawPageHeader(page, report) : drawShortPageHeader(page, report) };
}

/** Draws the column heads. */
function drawColumnHeads({ page, y }: Place, { columns }: Report): Place {
  let x = MARGIN;
  page.fill({ x, y, width: REPORT_WIDTH, height: HEADS_HEIGHT }, HEADS_GREY);
  for (const { title, width, align } of columns) {
    const area = { x: x + COLUMN_PADDING, y: y + 4, width: width - 2 * COLUMN_PADDING };
    drawFitted(page, area, { ...HEADER, text: title, align });
    x += width;
  }
  return { page, y: y + HEADS_HEIGHT };
}

function drawPageHeader(page: Page, { title, conta, filter }: Report): number {
  page.text(title, { x: MARGIN, y: MARGIN + 5 }, { fontSize: 15, font: "bold" });
  page.text(conta, { x: MARGIN + REPORT_WIDTH, y: MARGIN + 5 }, { fontSize: 10, align: "right", grey: 0.2 });
  const textLayout = { fontSize: 9, grey: 0.2 };
  const lines = breakText(filter, REPORT_WIDTH, textLayout);
  const area = {
    x: MARGIN,
    y: MARGIN + 7.5,
    width: REPORT_WIDTH,
    height: linesHeight(lines.length, textLayout),
  };
  drawLines(page, area, { ...textLayout, lines });
  return area.y + area.height + 2;
}

function drawShortPageHeader(page: Page, { title, conta }: Report): number {
  const y = MARGIN + 3;
  page.text(title, { x: MARGIN, y }, { fontSize: 9, font: "bold" });
  page.text(conta, { x: MARGIN + REPORT_WIDTH, y }, { fontSize: 8, align: "right", grey: 0.2 });
  return y + 2;
}

/** Draws the totals and the remark, all on one page. */
function drawClosing(from: Place, report: Report, turn: () => Place): void {
  const { totais, observacao } = report;
  const textLayout = { fontSize: 8, font: "italic" } as const;
  const lines = breakText(observacao, REPORT_WIDTH, textLayout);
  const needed = 4 + TOTAL_HEIGHT * (totais.lines.length + 1) + 3 + linesHeight(lines.length, textLayout);
  const place = from.y + needed > END ? turn() : from;
  let y = place.y + 4;
  drawTotalRow(place.page, y, { cells: totais.titulos, font: "bold", bottom: HEADS_GREY });
  totais.lines.forEach(({ label, quantidade, valor }, at) => {
    y += TOTAL_HEIGHT;
    const isLast = at === totais.lines.length - 1;
    drawTotalRow(place.page, y, {
      cells: [label, quantidade, valor],
      font: isLast ? "bold" : "normal",
      bottom: isLast ? ZEBRA : null,
    });
  });
  y += TOTAL_HEIGHT + 3;
  drawLines(place.page, { x: MARGIN, y, width: REPORT_WIDTH, height: END - y }, { ...textLayout, lines });
}

type Total = { cells: readonly [string, string, string]; font: TextStyle["font"]; bottom: number | null };

function drawTotalRow(page: Page, y: number, { cells, font, bottom }: Total): void {
  const x = MARGIN + REPORT_WIDTH - TOTALS_WIDTH;
  if (bottom !== null) page.fill({ x, y, width: TOTALS_WIDTH, height: TOTAL_HEIGHT }, bottom);
  const widths = [40, 25, 45];
  let left = x;
  cells.forEach((text, at) => {
    const width = widths[at] ?? 0;
    const align = at === 0 ? "left" : "right";
    const area = { x: left + COLUMN_PADDING, y: y + 3.3, width: width - 2 * COLUMN_PADDING };
    drawFitted(page, area, { fontSize: 8, font, text, align });
    left += width;
  });
  page.horizontal({ x, y: y + TOTAL_HEIGHT }, TOTALS_WIDTH, THIN_STROKE);
}

function drawFooter(page: Page, { gerado }: Report, pageNumber: string): void {
  const y = A4_LANDSCAPE.height - MARGIN;
  const room = { x: MARGIN, width: REPORT_WIDTH };
  page.horizontal({ x: MARGIN, y: y - 3.5 }, REPORT_WIDTH, THIN_STROKE);
  const footer: TextStyle = { fontSize: 7.5, grey: 0.2 };
  drawFitted(page, { ...room, y, width: REPORT_WIDTH - 40 }, { ...footer, text: gerado });
  page.text(pageNumber, { x: anchorOf(room, "right"), y }, { ...footer, align: "right" });
}
