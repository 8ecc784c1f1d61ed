import type { PrintedCte } from "@malote/dfe";
import { drawWatermark } from "../page/marks.ts";
import { A4_LANDSCAPE, A4_PORTRAIT, PageSet } from "../page/page-set.ts";
import type { NextPage, Space } from "../page/space.ts";
import type { Area, Page } from "../pdf/page.ts";
import type { PrintedPdf, PrintRequest } from "../print-request.ts";
import { type Block, noticeBlocks, textBlock } from "./block.ts";
import { canhotoBlock } from "./canhoto.ts";
import { drawRemainder, flowBlock, flowNotes, flowSection } from "./flow.ts";
import { footerBlock } from "./footer.ts";
import { landscapeHeader, type PageHeader, portraitHeader } from "./header.ts";
import { fluxoBlocks, modalBlocks, seguroBlocks, servicoBlocks } from "./modal-blocks.ts";
import { observacoesOf, usoEmissorOf, usoFiscoOf } from "./notes.ts";
import { conferidoOf, noticesOf, situacaoOf, watermarkOf } from "./notices.ts";
import { locaisBlock, partyBlocks } from "./party-blocks.ts";
import { firstSection, outrasSecoes, type Section } from "./sections.ts";
import { NOME_DOCUMENTO, nameOf, TITULO } from "./texts.ts";
import { cargaBlock, componentesBlock, componentesSection, tributosBlock } from "./value-blocks.ts";

const MARGIN = 6;
/** The minimum height of the table of documents on the first page; with less, all blocks follow one
 * another. */
const DOCUMENTOS_MIN = 14.5;
const LINHA_DOCUMENTOS = 3.6;
const OBSERVACOES_MIN = 13;
const OBSERVACOES_SEMPRE = 26;

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
  form: lido,
  situacao,
  logo = null,
}: PrintRequest & { form: PrintedCte }): PrintedPdf {
  const isLandscape = lido.identificacao.impressao === "2";
  const known = situacaoOf(lido, situacao);
  const form = conferidoOf(lido, known);
  const pageHeader = (isLandscape ? landscapeHeader : portraitHeader)(form, logo);
  const dacteDrawing = {
    form,
    pageHeader,
    pageSet: new PageSet(),
    watermark: watermarkOf(form, known),
    isLandscape,
  };
  drawPages(dacteDrawing, noticesOf(lido, known));
  numberPages(dacteDrawing);
  const { numero, emitidoEm } = form.identificacao;
  return dacteDrawing.pageSet.finish({
    title: `${nameOf(TITULO, form.documento)} ${numero ?? ""}`.trim(),
    autor: form.emitente?.nome ?? null,
    assunto: `${nameOf(NOME_DOCUMENTO, form.documento)} ${form.chave ?? ""}`.trim(),
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
  const room = first.bottom - first.y - alturaOf(top);
  const primeira = firstSection(form);
  const wanted = Math.min(room / 2, DOCUMENTOS_MIN + primeira.lines.length * LINHA_DOCUMENTOS);
  const base = baseBlocks(form, {
    width: first.width,
    maximum: Math.max(OBSERVACOES_SEMPRE, room - wanted - 24),
    remainders,
  });
  let space = top.reduce((at, block) => flowBlock(at, block, nextPage), first);
  const isWhole = room - alturaOf(base) >= DOCUMENTOS_MIN;
  if (isWhole) {
    const bottom = first.bottom - alturaOf(base);
    base.reduce((at, block) => flowBlock(at, block, nextPage), { ...space, y: bottom });
    space = { ...space, bottom };
  }
  const sections = [primeira, ...outrasSecoes(form), componentesSection(form)].filter(hasRows);
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
    locaisBlock(form, width),
    ...partyBlocks(form, width),
    ...cargaBlock(form, width),
    ...servicoBlocks(form, width),
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
    ...fluxoBlocks(form, width),
    textBlock(observacoesOf(form), {
      title,
      width,
      minimum: OBSERVACOES_MIN,
      maximum,
      rest: keep(title),
    }),
    ...seguroBlocks(form, width),
    ...modalBlocks(form, width),
    footerBlock({ emissor: usoEmissorOf(form), fisco: usoFiscoOf(form), width, keep }),
  ];
}

function alturaOf(blocks: readonly Block[]): number {
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
