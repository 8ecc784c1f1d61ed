import type { PrintedNfe } from "@malote/dfe";
import { formatMoney } from "../../page/print-formats.ts";
import { wordOf } from "../../sections/write-values.ts";
import type { Autorizacao } from "../authorization.ts";
import { isPresent } from "../formats.ts";
import { REGIMES } from "../texts.ts";
import { FONT_SIZE, type Frame, issqnFrame, naturezaFrame } from "./frames.ts";
import { type Amount, amountRow, type FrameAmount, presentRows } from "./value-frames.ts";

/** The block below the head of every page, with the issuer's regime. The type of assessment has no tag
 * yet: its box stays empty.
 * @source NT 2026.010 §4.2 */
export function naturezaComRegimeFrame(form: PrintedNfe, autorizacao: Autorizacao): Frame {
  const { title, rows } = naturezaFrame(form, autorizacao);
  const regime = wordOf(form.emitente.regime, REGIMES);
  return {
    title,
    rows: [
      ...rows,
      [
        { title: "CÓDIGO DO REGIME TRIBUTÁRIO", text: regime, fontSize: FONT_SIZE },
        { title: "TIPO DE REGIME DE APURAÇÃO DO IBS E DA CBS", text: null, fontSize: FONT_SIZE },
      ],
    ],
  };
}

/** The totals of the products and of the nota, in one row on a landscape page.
 * @source NT 2026.010, reference model */
export function produtosENotaFrame({ totais }: PrintedNfe, isLandscape: boolean): Frame {
  const ditos: Amount[] = [
    ["V. APROX. DOS TRIBUTOS", totais.tributosAproximados],
    ["VALOR DO PIS", totais.pis],
    ["VALOR DA COFINS", totais.cofins],
  ];
  const produtos: Amount[] = [
    ["VALOR TOTAL DOS PRODUTOS", totais.produtos],
    ["VALOR DO FRETE", totais.frete],
    ["VALOR DO SEGURO", totais.seguro],
    ["DESCONTO", totais.desconto],
    ["OUTRAS DESPESAS ACESSÓRIAS", totais.outras],
  ];
  const nota: FrameAmount[] = [
    ...ditos.filter(([, amount]) => amount !== null),
    ["VALOR TOTAL DA NOTA", totais.nota, "destaque"],
  ];
  return {
    title: "TOTAL DOS PRODUTOS E TOTAL DA NOTA",
    rows: isLandscape ? [frameRow([...produtos, ...nota])] : [frameRow(produtos), frameRow(nota)],
  };
}

/** ICMS and IPI; FCP, DIFAL, monophasic and other rare taxes only if not zero.
 * @source NT 2026.010 §4.4 and reference model */
export function icmsIpiFrame({ totais }: PrintedNfe): Frame {
  const facultativas: Amount[][] = [
    [
      ["VALOR DO FCP", totais.fcp],
      ["VALOR DO FCP ST", totais.fcpSt],
      ["VALOR DO ICMS UF DESTINO", totais.icmsDestino],
      ["VALOR DO FCP UF DESTINO", totais.fcpDestino],
    ],
    [
      ["QUANT. TRIBUTADA ICMS MONOF.", totais.monofasicoQuantidade],
      ["VALOR DO ICMS MONOFÁSICO", totais.monofasico],
      ["QUANT. TRIB. ICMS MONOF. RETENÇÃO", totais.monofasicoQuantidadeRetencao],
      ["VALOR DO ICMS MONOF. RETENÇÃO", totais.monofasicoRetencao],
    ],
  ];
  const others: Amount[] = [
    ["V. IMP. IMPORTAÇÃO", totais.ii],
    ["ICMS DESONERADO", totais.desonerado],
    ["ICMS UF REMETENTE", totais.icmsRemetente],
    ["FCP ST RETIDO ANTES", totais.fcpStRetido],
    ["ICMS MONOF. RETIDO", totais.monofasicoRetido],
    ["IPI DEVOLVIDO", totais.ipiDevolvido],
  ];
  return {
    title: "TOTAL DO ICMS/IPI",
    rows: [
      frameRow([
        ["BASE DE CÁLCULO DO ICMS", totais.base],
        ["VALOR DO ICMS", totais.icms],
        ["BASE DE CÁLC. DO ICMS ST", totais.baseSt],
        ["VALOR DO ICMS ST", totais.st],
        ["VALOR TOTAL DO IPI", totais.ipi],
      ]),
      ...facultativas
        .filter((row) => row.some(([, amount]) => isPresent(amount)))
        .map((row) => frameRow(row)),
      ...presentRows(others).map((row) => frameRow(row)),
    ],
  };
}

/** IBS, CBS and IS of every nota: blank if missing, never zero.
 * @source NT 2026.010 §4.1 */
export function totalIbsCbsIsFrame({ totais: { ibsCbs, is } }: PrintedNfe): Frame {
  const monofasicos: Amount[] = [
    ["VALOR DO IBS MONOFÁSICO", ibsCbs?.ibsMonofasico ?? null],
    ["VALOR DA CBS MONOFÁSICA", ibsCbs?.cbsMonofasica ?? null],
    ["VALOR DO IBS MONOF. POR RETENÇÃO", ibsCbs?.ibsMonofasicoRetencao ?? null],
    ["VALOR DA CBS MONOF. POR RETENÇÃO", ibsCbs?.cbsMonofasicaRetencao ?? null],
  ];
  return {
    title: "TOTAL DO IBS/CBS/IS",
    rows: [
      frameRow([
        ["VALOR DA CBS", ibsCbs?.cbs ?? null],
        ["VALOR DO IBS UF", ibsCbs?.ibsUf ?? null],
        ["VALOR DO IBS MUNICÍPIO", ibsCbs?.ibsMunicipio ?? null],
        ["VALOR DO IMPOSTO SELETIVO", is],
      ]),
      ...(monofasicos.some(([, amount]) => amount !== null) ? [frameRow(monofasicos)] : []),
    ],
  };
}

/** Services: only amounts that the document has.   @source NT 2026.010 §4.4 */
export function issqnDitoFrame(form: PrintedNfe): Frame | null {
  return issqnFrame(form, formatMoney);
}

/** Missing amounts are blank.   @source NT 2026.010 §4.4 */
function frameRow(amounts: readonly FrameAmount[]): Frame["rows"][number] {
  return amountRow(amounts, formatMoney);
}
