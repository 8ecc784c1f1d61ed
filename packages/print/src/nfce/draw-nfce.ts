import type { PrintedNfe } from "@malote/dfe";
import { type Autorizacao, autorizacaoOf, narrowWatermark } from "../danfe/authorization.ts";
import { TIPO2 } from "../danfe/texts.ts";
import { drawWatermark } from "../page/marks.ts";
import type { Page } from "../page/page.ts";
import type { Drawing } from "../page/page-set.ts";
import { PageSet } from "../page/page-set.ts";
import { instantOfDate } from "../page/print-formats.ts";
import type { PrintRequest } from "../print-request.ts";
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
import { SEM_CREDITO, TITLE } from "./texts.ts";

/** The watermark is repeated at this distance along the roll. */
const WATERMARK_INTERVAL_MM = 160;

/** Draws the DANFE of an NFC-e: a roll 80 mm wide, as long as needed.
 * @source Manual de Especificações Técnicas do DANFE NFC-e e QR Code 5.0, §3 */
export function drawNfce({ form, situacao, logo }: PrintRequest & { form: PrintedNfe }): Drawing {
  const pageSet = new PageSet();
  const autorizacao = autorizacaoOf(form, situacao);
  const watermark = narrowWatermark(autorizacao);
  for (const via of isPendente(form) ? TIPO2.vias : [null]) {
    for (const page of unroll(pageSet, blocksOf({ form, situacao, logo }, autorizacao, via))) {
      if (watermark !== null) markAll(page, watermark);
    }
  }
  return pageSet.finish({
    title: `DANFE NFC-e ${form.numero ?? ""}`.trim(),
    autor: form.emitente.nome,
    assunto: form.chave,
    data: instantOfDate(form.emissao),
  });
}

/** Issued offline, and SEFAZ has not responded: one copy for the customer, one for the issuer. */
function isPendente({ tipoEmissao, protocolo }: PrintedNfe): boolean {
  return tipoEmissao === "9" && protocolo === null;
}

function blocksOf(
  { form, situacao, logo }: PrintRequest & { form: PrintedNfe },
  autorizacao: Autorizacao,
  via: string | null,
): Block[] {
  const notices = noticeBlocks(form, situacao, autorizacao);
  return [
    ...emitenteBlocks(form, logo),
    ...textBlocks(TITLE, { font: "bold" }),
    ...textBlocks(SEM_CREDITO, { fontSize: 7 }),
    ...notices,
    ruleBlock(),
    ...itemsBlocks(form),
    ruleBlock(),
    ...totalsBlocks(form),
    ruleBlock(),
    ...consultaBlocks(form),
    spaceBlock(1),
    ...customerBlocks(form),
    spaceBlock(1),
    ...identificationBlocks(form, autorizacao),
    ...notices,
    ...alertBlocks(form, autorizacao),
    ...textBlocks(via, { font: "bold" }),
    spaceBlock(1),
    ...qrBlocks(form),
    ...messageBlocks(form),
  ];
}

function markAll(page: Page, watermark: string): void {
  const count = Math.max(1, Math.floor(page.height / WATERMARK_INTERVAL_MM));
  const height = page.height / count;
  for (let at = 0; at < count; at += 1) {
    drawWatermark(page, watermark, { x: 0, y: at * height, width: page.width, height });
  }
}
