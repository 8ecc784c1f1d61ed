import type { PrintedNfe } from "@malote/dfe";
import { drawRow } from "../../page/box.ts";
import { drawWatermark } from "../../page/marks.ts";
import type { Area, Page } from "../../page/page.ts";
import type { Drawing } from "../../page/page-set.ts";
import { A4_LANDSCAPE, A4_PORTRAIT, type PageFormat, PageSet } from "../../page/page-set.ts";
import type { Space } from "../../page/space.ts";
import { drawTable, type Table } from "../../page/table.ts";
import type { Logo, PrintSituacao } from "../../print-request.ts";
import { type Autorizacao, autorizacaoOf } from "../authorization.ts";
import { measureRows } from "../items/columns.ts";
import { pdfInfoOf } from "../pdf-info.ts";
import { AdditionalData } from "./additional-data.ts";
import { CANHOTO_GAP, CANHOTO_HEIGHT, drawCanhoto, drawCanhotoVertical } from "./canhoto.ts";
import { cellsHeight, drawCells } from "./cells.ts";
import type { Frame } from "./frames.ts";
import { drawHeader, drawPageNumber, HEADER_HEIGHT } from "./header.ts";
import { type A4Layout, layoutOf } from "./layouts.ts";
import { truncatedOf } from "./truncated.ts";
import type { Cobranca } from "./value-frames.ts";

export type Danfe = { form: PrintedNfe; situacao: PrintSituacao; logo: Logo | null };

const MARGIN = 5;
const TITLE_HEIGHT = 3;
const CANHOTO_WIDTH = 16;
/** The title of the items and the heads of their columns. */
const TABLE_HEADER_HEIGHT = 8;
/** The minimum height for the start of a table. */
const ITEMS_MIN_HEIGHT = 15;
/** The share of the first page that items get, however long the remarks are. */
const ITEMS_SHARE = 0.6;

/** Draws a DANFE on A4, in portrait or landscape, on as many pages as needed, in the layout of its day of
 * issue.
 * @source MOC NF-e 7.0, Anexo II; NT 2026.010 */
export function drawA4(danfe: Danfe, isLandscape: boolean): Drawing {
  return new DanfeA4(danfe, isLandscape ? A4_LANDSCAPE : A4_PORTRAIT).draw();
}

/** Row height in millimetres and title size in points. */
type BlockFormat = { rowHeight: number; titleSize: number | undefined };

class DanfeA4 {
  readonly #form: PrintedNfe;
  readonly #logo: Logo | null;
  readonly #autorizacao: Autorizacao;
  readonly #layout: A4Layout;
  readonly #pageFormat: PageFormat;
  readonly #pageSet = new PageSet();
  readonly #counts: Area[] = [];
  readonly #adicionais: AdditionalData;

  constructor({ form, situacao, logo }: Danfe, pageFormat: PageFormat) {
    this.#form = form;
    this.#logo = logo;
    this.#pageFormat = pageFormat;
    this.#autorizacao = autorizacaoOf(form, situacao);
    this.#layout = layoutOf(form);
    const { width } = this.#firstArea();
    const frames = [this.#layout.natureza(form, this.#autorizacao), ...this.#frames()];
    this.#adicionais = new AdditionalData(
      form,
      width,
      truncatedOf(frames, width, this.#blockFormat.rowHeight),
    );
  }

  draw(): Drawing {
    const first = this.#drawFirst();
    const table = this.#layout.table(this.#form, first.width);
    const footer = this.#layout.footer(this.#form);
    const room = first.bottom - first.y - TABLE_HEADER_HEIGHT - (footer ? this.#heightOf(footer) : 0);
    const end =
      room < ITEMS_MIN_HEIGHT + this.#adicionais.minimum
        ? this.#drawItems(footer ? this.#drawFrame(first, footer) : first, table)
        : this.#drawWithFoot(first, { table, footer, room });
    this.#drawRest(end);
    return this.#finish();
  }

  /** The first page as in the manual: the remarks are at its bottom. */
  #drawWithFoot(
    first: Space,
    { table, footer, room }: { table: Table; footer: Frame | null; room: number },
  ): Space {
    const itens = measureRows(table, room) + 0.5;
    const kept = Math.max(ITEMS_MIN_HEIGHT, Math.min(itens, room * ITEMS_SHARE));
    const height = this.#heightOfAdicionais({
      room,
      itens,
      wanted: this.#adicionais.heightWithin(room - kept),
    });
    const bottom = first.bottom - height;
    const space = { ...first, bottom: footer ? bottom - this.#heightOf(footer) : bottom };
    if (footer) this.#drawFrame({ ...first, y: space.bottom }, footer);
    this.#adicionais.draw({ ...first, y: bottom }, height);
    const end = this.#drawItems(space, table, itens <= room - height);
    return this.#pageSet.pages.length === 1 ? { ...end, y: first.bottom, bottom: first.bottom } : end;
  }

  /** The height of the remarks: reduced if that leaves no blank instead of items, or saves a page. */
  #heightOfAdicionais({ room, itens, wanted }: { room: number; itens: number; wanted: number }): number {
    const { minimum, fullHeight } = this.#adicionais;
    const rest = room - Math.max(itens, ITEMS_MIN_HEIGHT);
    if (this.#layout.poupaPagina && fullHeight <= rest) return Math.min(wanted, rest);
    return room - wanted < ITEMS_MIN_HEIGHT ? Math.max(minimum, room - ITEMS_MIN_HEIGHT) : wanted;
  }

  /** @param isWhole all of them fit this page */
  #drawItems(space: Space, table: Table, isWhole = false): Space {
    const place = space.bottom - space.y < TABLE_HEADER_HEIGHT + ITEMS_MIN_HEIGHT ? this.#open() : space;
    const isFilled = isWhole || this.#adicionais.isDone;
    return drawTable(openTable(place), { ...table, isFilled }, () => openTable(this.#open()));
  }

  /** Draws the remarks that did not fit the first page. */
  #drawRest(end: Space): void {
    let space = end;
    while (!this.#adicionais.isDone) {
      if (space.bottom - space.y < this.#adicionais.minimum) space = this.#open();
      const height = this.#adicionais.heightWithin(space.bottom - space.y);
      this.#adicionais.draw(space, height);
      space = { ...space, y: space.bottom };
    }
  }

  #finish(): Drawing {
    this.#pageSet.number((page, pageNumber) => {
      const place = this.#counts[pageNumber.numero - 1];
      if (place) drawPageNumber(page, place, pageNumber);
    });
    const { stamps } = this.#autorizacao;
    if (stamps.length > 0) {
      for (const page of this.#pageSet.pages) drawWatermark(page, stamps.join(" - "));
    }
    return this.#pageSet.finish(pdfInfoOf(this.#form));
  }

  get #isLandscape(): boolean {
    return this.#pageFormat.width > this.#pageFormat.height;
  }

  get #blockFormat(): BlockFormat {
    const { rowHeight, titleSize } = this.#layout;
    return { rowHeight: rowHeight[this.#isLandscape ? "landscape" : "portrait"], titleSize };
  }

  #heightOf({ title, rows }: Frame): number {
    return (title === null ? 0 : TITLE_HEIGHT) + rows.length * this.#blockFormat.rowHeight;
  }

  /** The area of the first page besides the receipt. */
  #firstArea(): Area {
    const { width, height } = this.#pageFormat;
    const whole = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
    if (!this.#isLandscape) return whole;
    const left = CANHOTO_WIDTH + CANHOTO_GAP;
    return { ...whole, x: whole.x + left, width: whole.width - left };
  }

  #drawFirst(): Space {
    const page = this.#pageSet.add(this.#pageFormat);
    const area = this.#firstArea();
    let { y } = area;
    if (this.#isLandscape) {
      drawCanhotoVertical(page, { ...area, x: MARGIN, width: CANHOTO_WIDTH }, this.#form);
    } else {
      drawCanhoto(page, { ...area, height: CANHOTO_HEIGHT }, this.#form);
      y += CANHOTO_HEIGHT + CANHOTO_GAP;
    }
    let space = this.#drawHead(page, { ...area, y });
    for (const frame of this.#frames()) space = this.#drawFrame(space, frame);
    return space;
  }

  /** Draws a block, on the next page if it does not fit this one. */
  #drawFrame(space: Space, frame: Frame | Cobranca): Space {
    const cells = "cells" in frame ? cellsHeight(frame.cells.length, space.width) : 0;
    const isOver = space.y + this.#heightOf(frame) + cells > space.bottom + 0.1;
    return drawFrame(isOver ? this.#open() : space, frame, this.#blockFormat);
  }

  #frames(): (Frame | Cobranca)[] {
    return this.#layout.frames(this.#form, this.#isLandscape).filter((frame) => frame !== null);
  }

  /** A page after the first, with the same width and head. */
  #open(): Space {
    return this.#drawHead(this.#pageSet.add(this.#pageFormat), { ...this.#firstArea(), y: MARGIN });
  }

  #drawHead(page: Page, { x, y, width }: Area): Space {
    const area = { x, y, width, height: HEADER_HEIGHT };
    this.#counts.push(drawHeader(page, area, { form: this.#form, logo: this.#logo }));
    const space = { page, x, y: y + HEADER_HEIGHT, width, bottom: this.#pageFormat.height - MARGIN };
    return drawFrame(space, this.#layout.natureza(this.#form, this.#autorizacao), this.#blockFormat);
  }
}

function openTable(space: Space): Space {
  drawTitle(space, "DADOS DOS PRODUTOS / SERVIÇOS");
  return { ...space, y: space.y + TITLE_HEIGHT };
}

function drawTitle({ page, x, y }: Space, title: string): void {
  page.text(title, { x: x + 0.3, y: y + 2.4 }, { fontSize: 6, font: "bold" });
}

function drawFrame(space: Space, frame: Frame | Cobranca, { rowHeight, titleSize }: BlockFormat): Space {
  const { page, x, width } = space;
  let { y } = space;
  if (frame.title !== null) {
    drawTitle(space, frame.title);
    y += TITLE_HEIGHT;
  }
  for (const row of frame.rows) {
    const fields = row.map((field) => ({ ...field, titleSize }));
    drawRow(page, { x, y, width, height: rowHeight }, fields);
    y += rowHeight;
  }
  if ("cells" in frame) y = drawCells({ ...space, y }, frame.cells);
  return { ...space, y };
}
