import type { PrintedCte } from "@malote/dfe";
import { drawWatermark } from "../page/marks.ts";
import type { Area, Page } from "../page/page.ts";
import type { Drawing } from "../page/page-set.ts";
import { A4_LANDSCAPE, A4_PORTRAIT, PageSet } from "../page/page-set.ts";
import type { NextPage, Space } from "../page/space.ts";
import type { PrintRequest } from "../print-request.ts";
import { type Block, noticeBlocks, textBlock } from "./block.ts";
import { canhotoBlock } from "./canhoto.ts";
import { drawRemainder, flowBlock, flowNotes, flowSection } from "./flow.ts";
import { footerBlock } from "./footer.ts";
import { landscapeHeader, type PageHeader, portraitHeader } from "./header.ts";
import { modalBlocks, routeBlocks, seguroBlocks, serviceBlocks } from "./modal-blocks.ts";
import { emissorRemarksOf, fiscoRemarksOf, remarksOf } from "./notes.ts";
import { noticesOf, situacaoOf, verifiedNoticeOf, watermarkOf } from "./notices.ts";
import { partyBlocks, placesBlock } from "./party-blocks.ts";
import { firstSection, otherSections, type Section } from "./sections.ts";
import { DOCUMENT_NAME, nameOf, TITLE } from "./texts.ts";
import { cargaBlock, componentesBlock, componentesSection, tributosBlock } from "./value-blocks.ts";

const MARGIN = 6;
/** The minimum height of the table of documents on the first page; with less, all blocks follow one
 * another. */
const DOCUMENTOS_MIN_HEIGHT = 14.5;
const DOCUMENTO_ROW_HEIGHT = 3.6;
const REMARKS_MIN_HEIGHT = 13;
const REMARKS_ALWAYS_HEIGHT = 26;

type Remainder = { title: string; text: string };
type DacteDrawing = {
  form: PrintedCte;
  pageHeader: PageHeader;
  pageSet: PageSet;
  watermark: string;
  isLandscape: boolean;
};

/** Draws a DACTE of any modal, of a simplified CT-e, or a DACTE OS; in landscape if the document says so.
 * @source MOC CT-e 4.00 anexo II */
export function drawDacte({
  form: parsed,
  situacao,
  logo = null,
}: PrintRequest & { form: PrintedCte }): Drawing {
  const isLandscape = parsed.identificacao.impressao === "2";
  const known = situacaoOf(parsed, situacao);
  const form = verifiedNoticeOf(parsed, known);
  const pageHeader = (isLandscape ? landscapeHeader : portraitHeader)(form, logo);
  const dacteDrawing = {
    form,
    pageHeader,
    pageSet: new PageSet(),
    watermark: watermarkOf(form, known),
    isLandscape,
  };
  drawPages(dacteDrawing, noticesOf(parsed, known));
  numberPages(dacteDrawing);
  const { numero, emitidoEm } = form.identificacao;
  return dacteDrawing.pageSet.finish({
    title: `${nameOf(TITLE, form.documento)} ${numero ?? ""}`.trim(),
    autor: form.emitente?.nome ?? null,
    assunto: `${nameOf(DOCUMENT_NAME, form.documento)} ${form.chave ?? ""}`.trim(),
    data: emitidoEm === null ? null : new Date(emitidoEm),
  });
}

function drawPages(dacteDrawing: DacteDrawing, notices: readonly string[]): void {
  const { form, pageHeader } = dacteDrawing;
  const remainders: Remainder[] = [];
  const nextPage: NextPage = () => openPage(dacteDrawing);
  const first = addPage(dacteDrawing);
  const top = [
    canhotoBlock(form, dacteDrawing.isLandscape),
    pageHeader,
    ...topBlocks(form, first.width, notices),
  ];
  const room = first.bottom - first.y - heightOf(top);
  const primeira = firstSection(form);
  const wanted = Math.min(room / 2, DOCUMENTOS_MIN_HEIGHT + primeira.lines.length * DOCUMENTO_ROW_HEIGHT);
  const base = baseBlocks(form, {
    width: first.width,
    maximum: Math.max(REMARKS_ALWAYS_HEIGHT, room - wanted - 24),
    remainders,
  });
  let space = top.reduce((at, block) => flowBlock(at, block, nextPage), first);
  const isWhole = room - heightOf(base) >= DOCUMENTOS_MIN_HEIGHT;
  if (isWhole) {
    const bottom = first.bottom - heightOf(base);
    base.reduce((at, block) => flowBlock(at, block, nextPage), { ...space, y: bottom });
    space = { ...space, bottom };
  }
  const sections = [primeira, ...otherSections(form), componentesSection(form)].filter(hasRows);
  space = drawSections(space, sections, nextPage);
  if (!isWhole) space = base.reduce((at, block) => flowBlock(at, block, nextPage), space);
  for (const remainder of remainders) space = flowNotes(space, remainder, nextPage);
}

/** Draws the tables one below the other; on the first page the last one is extended down to the blocks at
 * the bottom. */
function drawSections(start: Space, sections: readonly Section[], nextPage: NextPage): Space {
  let space = start;
  for (const section of sections) space = flowSection(space, section, nextPage);
  if (space.page !== start.page) return space;
  drawRemainder(space, sections.at(-1)?.columns ?? []);
  // On the first page, nothing fits between the tables and the bottom blocks.
  return { ...space, y: space.bottom };
}

function hasRows({ lines }: Section, at: number): boolean {
  return at === 0 || lines.length > 0;
}

function topBlocks(form: PrintedCte, width: number, notices: readonly string[]): Block[] {
  return [
    ...noticeBlocks(notices),
    placesBlock(form, width),
    ...partyBlocks(form, width),
    ...cargaBlock(form, width),
    ...serviceBlocks(form, width),
    componentesBlock(form, width),
    tributosBlock(form, width),
  ];
}

/** The blocks at the bottom of the first page; texts that do not fit are added to `remainders` when drawn. */
function baseBlocks(
  form: PrintedCte,
  { width, maximum, remainders }: { width: number; maximum: number; remainders: Remainder[] },
): Block[] {
  const keep = (title: string) => (text: string) => {
    remainders.push({ title: `${title} (CONTINUAÇÃO)`, text });
  };
  const title = "OBSERVAÇÕES GERAIS";
  return [
    ...routeBlocks(form, width),
    textBlock(remarksOf(form), {
      title,
      width,
      minimum: REMARKS_MIN_HEIGHT,
      maximum,
      rest: keep(title),
    }),
    ...seguroBlocks(form, width),
    ...modalBlocks(form, width),
    footerBlock({ emissor: emissorRemarksOf(form), fisco: fiscoRemarksOf(form), width, keep }),
  ];
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

/** A page after the first, with the same head. */
function openPage(dacteDrawing: DacteDrawing): Space {
  return flowBlock(addPage(dacteDrawing), dacteDrawing.pageHeader, () => addPage(dacteDrawing));
}

function addPage({ pageSet, watermark, isLandscape }: DacteDrawing): Space {
  const page = pageSet.add(isLandscape ? A4_LANDSCAPE : A4_PORTRAIT);
  if (watermark !== "") drawWatermark(page, watermark);
  return { page, x: MARGIN, y: MARGIN, width: page.width - 2 * MARGIN, bottom: page.height - MARGIN };
}

/** Writes "n of total" into the head of every page; on the first page, the head is below the receipt. */
function numberPages({ form, pageHeader, pageSet, isLandscape }: DacteDrawing): void {
  const canhoto = canhotoBlock(form, isLandscape).height;
  pageSet.number((page: Page, { numero, total }) => {
    const y = MARGIN + (numero === 1 ? canhoto : 0);
    const area: Area = { x: MARGIN, y, width: page.width - 2 * MARGIN, height: pageHeader.height };
    pageHeader.drawPageNumber(page, area, `${numero}/${total}`);
  });
}
