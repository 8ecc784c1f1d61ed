import type { PrintedNfe } from "@malote/dfe";
import { formatChave } from "@malote/syntax";
import {
  alertBlocks,
  customerBlocks,
  emitenteBlocks,
  itemsBlocks,
  messageBlocks,
  qrBlocks,
  totalsBlocks,
} from "../nfce/divisions.ts";
import { type Block, pairBlock, ruleBlock, spaceBlock, textBlocks, unroll } from "../nfce/roll.ts";
import { drawWatermark } from "../page/marks.ts";
import type { Page } from "../page/page.ts";
import type { Drawing } from "../page/page-set.ts";
import { PageSet } from "../page/page-set.ts";
import {
  formatMoney,
  formatPrintedInstant,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../page/print-formats.ts";
import type { Danfe } from "./a4/draw-a4.ts";
import { type Autorizacao, autorizacaoOf, narrowWatermark } from "./authorization.ts";
import { isPresent } from "./formats.ts";
import { pdfInfoOf } from "./pdf-info.ts";
import { TIPO2, UNAUTHORIZED } from "./texts.ts";

const WATERMARK_INTERVAL_MM = 160;

/** Draws a DANFE simplificado tipo 2: an NF-e 55 as a coupon in the divisions of NFC-e, plus IBS, CBS and
 * IS. If issued offline and not authorized yet, it is printed twice.   @source NT 2026.003 v1.00; Ajuste
 * SINIEF 13/2026 */
export function drawTipo2(danfe: Danfe): Drawing {
  const { form, situacao } = danfe;
  const pageSet = new PageSet();
  const autorizacao = autorizacaoOf(form, situacao);
  const isPendente = form.tipoEmissao === "9" && !form.protocolo;
  const watermark = narrowWatermark(autorizacao);
  for (const via of isPendente ? TIPO2.vias : [null]) {
    for (const page of unroll(pageSet, blocksOf(danfe, autorizacao, via))) {
      if (watermark !== null) markAll(page, watermark);
    }
  }
  return pageSet.finish(pdfInfoOf(form));
}

/** Repeats the watermark along the roll. */
function markAll(page: Page, watermark: string): void {
  const count = Math.max(1, Math.floor(page.height / WATERMARK_INTERVAL_MM));
  const height = page.height / count;
  for (let at = 0; at < count; at += 1) {
    drawWatermark(page, watermark, { x: 0, y: at * height, width: page.width, height });
  }
}

function blocksOf({ form, logo }: Danfe, autorizacao: Autorizacao, via: string | null): Block[] {
  const notices = noticesOf(form, autorizacao);
  return [
    ...emitenteBlocks(form, logo),
    ...textBlocks(TIPO2.title, { font: "bold", fontSize: 10 }),
    ...textBlocks(TIPO2.subtitulo),
    ...notices,
    ruleBlock(),
    ...itemsBlocks(form),
    ruleBlock(),
    ...totalsBlocks({ ...form, totais: { ...form.totais, ibsCbs: null, is: null, notaComTributos: null } }),
    ...(isPresent(form.cobranca.troco) ? [] : pairBlock(TIPO2.troco, "0,00")),
    ...ibsCbsBlocks(form),
    ruleBlock(),
    ...textBlocks(TIPO2.consulte, { font: "bold" }),
    ...textBlocks(form.suplemento?.urlChave ?? TIPO2.portal),
    ...textBlocks(form.chave && formatChave(form.chave), { fontSize: 7.5 }),
    spaceBlock(1),
    ...qrBlocks(form),
    ...customerBlocks(form),
    spaceBlock(1),
    ...identificationBlocks(form, autorizacao),
    ...notices,
    ...alertBlocks(form, autorizacao),
    ...textBlocks(via, { font: "bold" }),
    ...messageBlocks(form),
  ];
}

/** Division III-A; omitted for a nota without IBS, CBS and IS. */
function ibsCbsBlocks({ totais }: PrintedNfe): Block[] {
  const { ibsCbs, is, notaComTributos } = totais;
  if (!ibsCbs && !isPresent(is)) return [];
  const lines: [string, string | null | undefined][] = [
    [TIPO2.base, ibsCbs?.base],
    [TIPO2.ibsUf, ibsCbs?.ibsUf],
    [TIPO2.ibsMunicipio, ibsCbs?.ibsMunicipio],
    [TIPO2.ibs, ibsCbs?.ibs],
    [TIPO2.cbs, ibsCbs?.cbs],
    [TIPO2.is, is],
    [TIPO2.total, notaComTributos],
  ];
  return [
    ruleBlock(),
    ...textBlocks(TIPO2.reforma, { font: "bold" }),
    ...lines.flatMap(([name, amount]) => (amount ? pairBlock(name, formatMoney(amount)) : [])),
  ];
}

function identificationBlocks(form: PrintedNfe, { title, text }: Autorizacao): Block[] {
  const numero = `NF-e nº ${formatPrintedNumber(form.numero)}   Série ${formatPrintedSeries(form.serie)}`;
  return [
    ...textBlocks(numero, { font: "bold" }),
    ...textBlocks(`Emissão: ${formatPrintedInstant(form.emissao)}`),
    ...textBlocks(title, { fontSize: 7 }),
    ...textBlocks(text, { font: "bold" }),
  ];
}

/** Division VIII, which is printed twice. */
function noticesOf(form: PrintedNfe, { stamps, notice }: Autorizacao): Block[] {
  const notices = [
    ...(form.homologacao ? [TIPO2.homologacao] : []),
    ...(notice === null ? [] : [notice]),
    ...stamps.filter((stamp) => stamp !== UNAUTHORIZED && stamp !== "SEM VALOR FISCAL"),
    ...(form.tipoEmissao === "9" ? TIPO2.contingencia : []),
  ];
  return notices.flatMap((notice) => textBlocks(notice, { font: "bold", fontSize: 9 }));
}
