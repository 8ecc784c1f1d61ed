import type { PapelNfe } from "@malote/dfe";
import { type Autorizacao, autorizacaoOf, narrowWatermark } from "../danfe/autorizacao.ts";
import { TIPO2 } from "../danfe/texts.ts";
import { drawWatermark } from "../page/marks.ts";
import { PageSet } from "../page/page-set.ts";
import { instantOfPapel } from "../page/print-formats.ts";
import type { Page } from "../pdf/page.ts";
import type { PrintedPdf, PrintRequest } from "../print-request.ts";
import {
  alertBlocks,
  consultaBlocks,
  customerBlocks,
  emitenteBlocks,
  identificationBlocks,
  itemsBlocks,
  messageBlocks,
  noticeBlocks,
  qrBlocks,
  totalsBlocks,
} from "./divisions.ts";
import { type Block, ruleBlock, spaceBlock, textBlocks, unroll } from "./roll.ts";
import { SEM_CREDITO, TITULO } from "./texts.ts";

/** The watermark is repeated at this distance along the roll. */
const WATERMARK_INTERVAL_MM = 160;

/** Draws the DANFE of an NFC-e: a roll 80 mm wide, as long as needed.
 * @source Manual de Especificações Técnicas do DANFE NFC-e e QR Code 5.0, §3 */
export function drawNfce({ papel, situacao, logo }: PrintRequest & { papel: PapelNfe }): PrintedPdf {
  const pageSet = new PageSet();
  const autorizacao = autorizacaoOf(papel, situacao);
  const watermark = narrowWatermark(autorizacao);
  for (const via of isPendente(papel) ? TIPO2.vias : [null]) {
    for (const page of unroll(pageSet, blocksOf({ papel, situacao, logo }, autorizacao, via))) {
      if (watermark !== null) markAll(page, watermark);
    }
  }
  return pageSet.finish({
    title: `DANFE NFC-e ${papel.numero ?? ""}`.trim(),
    autor: papel.emitente.nome,
    assunto: papel.chave,
    data: instantOfPapel(papel.emissao),
  });
}

/** Issued offline, and SEFAZ has not responded: one copy for the customer, one for the issuer. */
function isPendente({ tipoEmissao, protocolo }: PapelNfe): boolean {
  return tipoEmissao === "9" && protocolo === null;
}

function blocksOf(
  { papel, situacao, logo }: PrintRequest & { papel: PapelNfe },
  autorizacao: Autorizacao,
  via: string | null,
): Block[] {
  const notices = noticeBlocks(papel, situacao, autorizacao);
  return [
    ...emitenteBlocks(papel, logo),
    ...textBlocks(TITULO, { font: "bold" }),
    ...textBlocks(SEM_CREDITO, { fontSize: 7 }),
    ...notices,
    ruleBlock(),
    ...itemsBlocks(papel),
    ruleBlock(),
    ...totalsBlocks(papel),
    ruleBlock(),
    ...consultaBlocks(papel),
    spaceBlock(1),
    ...customerBlocks(papel),
    spaceBlock(1),
    ...identificationBlocks(papel, autorizacao),
    ...notices,
    ...alertBlocks(papel, autorizacao),
    ...textBlocks(via, { font: "bold" }),
    spaceBlock(1),
    ...qrBlocks(papel),
    ...messageBlocks(papel),
  ];
}

function markAll(page: Page, watermark: string): void {
  const count = Math.max(1, Math.floor(page.height / WATERMARK_INTERVAL_MM));
  const height = page.height / count;
  for (let at = 0; at < count; at += 1) {
    drawWatermark(page, watermark, { x: 0, y: at * height, width: page.width, height });
  }
}
