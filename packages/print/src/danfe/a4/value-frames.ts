import type { PrintedNfe } from "@malote/dfe";
import type { Field } from "../../page/box.ts";
import { formatMoney, formatPrintedDay } from "../../page/print-formats.ts";
import { wordOf } from "../../sections/write-values.ts";
import { formatMoneyOrZero, isPresent, joinWith, writeLabelled } from "../formats.ts";
import { PAYMENT_MEANS } from "../texts.ts";
import type { Frame } from "./frames.ts";

/** A title and an amount in a block of taxes. */
export type Amount = readonly [title: string, valor: string | null];
export type FrameAmount = readonly [...Amount, enfase?: "largo" | "destaque"];

/** The most duplicatas and payments with their own cell; the others are listed in the dados adicionais. */
const FRAME_DUPLICATAS_MAX = 40;
const FRAME_PAYMENTS_MAX = 10;
const FONT_SIZE = 10;
const AMOUNTS_PER_ROW = 8;

/** The totals of the nota: those that the manual names always, the others if not zero. */
export function impostoFrame({ totais }: PrintedNfe): Frame {
  const others: Amount[] = [
    ["VALOR DO FCP ST", totais.fcpSt],
    ["FCP ST RETIDO ANTES", totais.fcpStRetido],
    ["ICMS UF DESTINO", totais.icmsDestino],
    ["FCP UF DESTINO", totais.fcpDestino],
    ["ICMS UF REMETENTE", totais.icmsRemetente],
    ["ICMS DESONERADO", totais.desonerado],
    ["ICMS MONOFÁSICO", totais.monofasico],
    ["ICMS MONOF. RETENÇÃO", totais.monofasicoRetencao],
    ["ICMS MONOF. RETIDO", totais.monofasicoRetido],
    ["IPI DEVOLVIDO", totais.ipiDevolvido],
  ];
  return {
    title: "CÁLCULO DO IMPOSTO",
    rows: [
      amountRow([
        ["BASE DE CÁLCULO DO ICMS", totais.base],
        ["VALOR DO ICMS", totais.icms],
        ["BASE DE CÁLC. DO ICMS ST", totais.baseSt],
        ["VALOR DO ICMS ST", totais.st],
        ["V. IMP. IMPORTAÇÃO", totais.ii],
        ["VALOR DO PIS", totais.pis],
        ["VALOR DA COFINS", totais.cofins],
        ["VALOR TOTAL DOS PRODUTOS", totais.produtos, "largo"],
      ]),
      amountRow([
        ["VALOR DO FRETE", totais.frete],
        ["VALOR DO SEGURO", totais.seguro],
        ["DESCONTO", totais.desconto],
        ["OUTRAS DESPESAS", totais.outras],
        ["VALOR DO IPI", totais.ipi],
        ["VALOR DO FCP", totais.fcp],
        ["V. APROX. DOS TRIBUTOS", totais.tributosAproximados],
        ["VALOR TOTAL DA NOTA", totais.nota, "destaque"],
      ]),
      ...presentRows(others).map((row) => amountRow(row)),
    ],
  };
}

/** The amounts that are present and not zero, in rows of similar length. */
export function presentRows(amounts: readonly Amount[]): Amount[][] {
  const present = amounts.filter(([, valor]) => isPresent(valor));
  const count = Math.ceil(present.length / AMOUNTS_PER_ROW);
  const each = Math.ceil(present.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => present.slice(at * each, (at + 1) * each));
}

/** IBS, CBS and IS, if the nota has them.   @source NT 2025.002 */
export function ibsCbsFrame({ totais }: PrintedNfe): Frame | null {
  const { ibsCbs, is, notaComTributos } = totais;
  if (!ibsCbs && !isPresent(is) && !isPresent(notaComTributos)) return null;
  const monofasicos: Amount[] = [
    ["IBS MONOFÁSICO", ibsCbs?.ibsMonofasico ?? null],
    ["CBS MONOFÁSICA", ibsCbs?.cbsMonofasica ?? null],
    ["IBS MONOF. RETENÇÃO", ibsCbs?.ibsMonofasicoRetencao ?? null],
    ["CBS MONOF. RETENÇÃO", ibsCbs?.cbsMonofasicaRetencao ?? null],
    ["IBS MONOF. RETIDO", ibsCbs?.ibsMonofasicoRetido ?? null],
    ["CBS MONOF. RETIDA", ibsCbs?.cbsMonofasicaRetida ?? null],
  ];
  const present = monofasicos.filter(([, valor]) => isPresent(valor));
  const total: FrameAmount[] =
    notaComTributos === null ? [] : [["TOTAL COM IBS/CBS/IS", notaComTributos, "destaque"]];
  return {
    title: "IBS / CBS / IMPOSTO SELETIVO",
    rows: [
      ...(present.length > 2 ? [amountRow(present)] : []),
      amountRow([
        ["BASE DE CÁLC. IBS/CBS", ibsCbs?.base ?? null],
        ["IBS ESTADUAL", ibsCbs?.ibsUf ?? null],
        ["IBS MUNICIPAL", ibsCbs?.ibsMunicipio ?? null],
        ["TOTAL DO IBS", ibsCbs?.ibs ?? null],
        ["TOTAL DA CBS", ibsCbs?.cbs ?? null],
        ...(present.length > 2 ? [] : present),
        ["IMPOSTO SELETIVO", is],
        ...total,
      ]),
    ],
  };
}

/** A row of amounts.   @param write also decides what is printed for a missing amount */
export function amountRow(
  amounts: readonly FrameAmount[],
  write: (valor: string | null) => string = formatMoneyOrZero,
): Field[] {
  return amounts.map(([title, valor, enfase]) => ({
    title,
    text: write(valor),
    fontSize: FONT_SIZE,
    align: "right",
    weight: enfase ? 1.25 : 1,
    ...(enfase === "destaque" ? { font: "bold", isBoldTitle: true } : {}),
  }));
}

/** A cell of the fatura or the payments, and a block with such cells in rows of as many as fit. */
export type Cell = readonly [left: string, middle: string, right: string];
export type Cobranca = Frame & { cells: Cell[] };

export function faturaFrame({ cobranca }: PrintedNfe): Cobranca | null {
  const { fatura, duplicatas } = cobranca;
  if (!fatura && duplicatas.length === 0) return null;
  const hasFatura = fatura !== null && Object.values(fatura).some((value) => value !== null);
  return {
    title: "FATURA / DUPLICATAS",
    rows: hasFatura ? [faturaRow(fatura)] : [],
    cells: duplicatas.slice(0, FRAME_DUPLICATAS_MAX).map(duplicataCell),
  };
}

function faturaRow(fatura: NonNullable<PrintedNfe["cobranca"]["fatura"]>): Field[] {
  const valor = (title: string, text: string | null): Field => {
    return { title, text: formatMoney(text), fontSize: FONT_SIZE, align: "right" };
  };
  return [
    { title: "NÚMERO DA FATURA", text: fatura.numero, fontSize: FONT_SIZE, weight: 1.6 },
    valor("VALOR ORIGINAL", fatura.original),
    valor("DESCONTO", fatura.desconto),
    valor("VALOR LÍQUIDO", fatura.liquido),
  ];
}

/** Number, day and amount of a duplicata. */
function duplicataCell(duplicata: PrintedNfe["cobranca"]["duplicatas"][number]): Cell {
  return [duplicata.numero ?? "", formatPrintedDay(duplicata.vencimento), formatMoney(duplicata.valor)];
}

/** The payments of the nota; null if it has none. */
export function pagamentoFrame({ cobranca }: PrintedNfe): Cobranca | null {
  const { pagamentos, troco } = cobranca;
  if (pagamentos.length === 0) return null;
  const cells = pagamentos.slice(0, FRAME_PAYMENTS_MAX).map(paymentCell);
  if (isPresent(troco)) cells.push(["Troco", "", formatMoney(troco)]);
  return { title: "PAGAMENTO", rows: [], cells };
}

/** The means of a payment, an empty middle, and its amount. */
function paymentCell({ meio, prazo, descricao, valor }: PrintedNfe["cobranca"]["pagamentos"][number]): Cell {
  const name = descricao ?? wordOf(meio, PAYMENT_MEANS);
  const when = prazo === "0" ? "à vista" : prazo === "1" ? "a prazo" : "";
  return [joinWith(", ", [name, when]), "", formatMoney(valor)];
}

/** The duplicatas and payments without a cell, as paragraphs. */
export function restOfCobranca({ cobranca: { duplicatas, pagamentos } }: PrintedNfe): string[] {
  const write = (cells: Cell[]): string => cells.map((cell) => joinWith(" ", cell)).join("; ");
  return [
    writeLabelled("Duplicatas", write(duplicatas.slice(FRAME_DUPLICATAS_MAX).map(duplicataCell))),
    writeLabelled("Pagamentos", write(pagamentos.slice(FRAME_PAYMENTS_MAX).map(paymentCell))),
  ];
}
