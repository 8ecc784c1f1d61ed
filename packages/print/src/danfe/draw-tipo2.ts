import type { PapelNfe } from "@malote/dfe";
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
import { PageSet } from "../page/page-set.ts";
import {
  formatDinheiro,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
} from "../page/print-formats.ts";
import type { Page } from "../pdf/page.ts";
import type { PrintedPdf } from "../print-request.ts";
import type { Danfe } from "./a4/draw-a4.ts";
import { type Autorizacao, autorizacaoOf, narrowWatermark } from "./autorizacao.ts";
import { isPresent } from "./formats.ts";
import { pdfInfoOf } from "./pdf-info.ts";
import { SEM_AUTORIZACAO, TIPO2 } from "./texts.ts";

const WATERMARK_INTERVAL_MM = 160;

/** Draws a DANFE simplificado tipo 2: an NF-e 55 as a coupon in the divisions of NFC-e, plus IBS, CBS and
 * IS. If issued offline and not authorized yet, it is printed twice.   @source NT 2026.003 v1.00; Ajuste
 * SINIEF 13/2026 */
export function drawTipo2(danfe: Danfe): PrintedPdf {
  const { papel, situacao } = danfe;
  const pageSet = new PageSet();
  const autorizacao = autorizacaoOf(papel, situacao);
  const isPendente = papel.tipoEmissao === "9" && !papel.protocolo;
  const watermark = narrowWatermark(autorizacao);
  for (const via of isPendente ? TIPO2.vias : [null]) {
    for (const page of unroll(pageSet, blocksOf(danfe, autorizacao, via))) {
      if (watermark !== null) markAll(page, watermark);
    }
  }
  return pageSet.finish(pdfInfoOf(papel));
}

/** Repeats the watermark along the roll. */
function markAll(page: Page, watermark: string): void {
  const count = Math.max(1, Math.floor(page.height / WATERMARK_INTERVAL_MM));
  const height = page.height / count;
  for (let at = 0; at < count; at += 1) {
    drawWatermark(page, watermark, { x: 0, y: at * height, width: page.width, height });
  }
}

function blocksOf({ papel, logo }: Danfe, autorizacao: Autorizacao, via: string | null): Block[] {
  const notices = noticesOf(papel, autorizacao);
  return [
    ...emitenteBlocks(papel, logo),
    ...textBlocks(TIPO2.title, { font: "bold", fontSize: 10 }),
    ...textBlocks(TIPO2.subtitulo),
    ...notices,
    ruleBlock(),
    ...itemsBlocks(papel),
    ruleBlock(),
    ...totalsBlocks({ ...papel, totais: { ...papel.totais, ibsCbs: null, is: null, notaComTributos: null } }),
    ...(isPresent(papel.cobranca.troco) ? [] : pairBlock(TIPO2.troco, "0,00")),
    ...ibsCbsBlocks(papel),
    ruleBlock(),
    ...textBlocks(TIPO2.consulte, { font: "bold" }),
    ...textBlocks(papel.suplemento?.urlChave ?? TIPO2.portal),
    ...textBlocks(papel.chave && formatChave(papel.chave), { fontSize: 7.5 }),
    spaceBlock(1),
    ...qrBlocks(papel),
    ...customerBlocks(papel),
    spaceBlock(1),
    ...identificationBlocks(papel, autorizacao),
    ...notices,
    ...alertBlocks(papel, autorizacao),
    ...textBlocks(via, { font: "bold" }),
    ...messageBlocks(papel),
  ];
}

/** Division III-A; omitted for a nota without IBS, CBS and IS. */
function ibsCbsBlocks({ totais }: PapelNfe): Block[] {
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
    ...lines.flatMap(([name, valor]) => (valor ? pairBlock(name, formatDinheiro(valor)) : [])),
  ];
}

function identificationBlocks(papel: PapelNfe, { title, text }: Autorizacao): Block[] {
  const numero = `NF-e nº ${formatNumeroPapel(papel.numero)}   Série ${formatSeriePapel(papel.serie)}`;
  return [
    ...textBlocks(numero, { font: "bold" }),
    ...textBlocks(`Emissão: ${formatInstantePapel(papel.emissao)}`),
    ...textBlocks(title, { fontSize: 7 }),
    ...textBlocks(text, { font: "bold" }),
  ];
}

/** Division VIII, which is printed twice. */
function noticesOf(papel: PapelNfe, { stamps, notice }: Autorizacao): Block[] {
  const notices = [
    ...(papel.homologacao ? [TIPO2.homologacao] : []),
    ...(notice === null ? [] : [notice]),
    ...stamps.filter((stamp) => stamp !== SEM_AUTORIZACAO && stamp !== "SEM VALOR FISCAL"),
    ...(papel.tipoEmissao === "9" ? TIPO2.contingencia : []),
  ];
  return notices.flatMap((aviso) => textBlocks(aviso, { font: "bold", fontSize: 9 }));
}
