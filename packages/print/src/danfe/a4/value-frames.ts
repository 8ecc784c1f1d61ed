import type { PrintedNfe } from "@malote/dfe";
import type { Field } from "../../page/box.ts";
import { formatDinheiro, formatPrintedDay } from "../../page/print-formats.ts";
import { wordOf } from "../../sections/write-values.ts";
import { formatDinheiroOuZero, isPresent, joinWith, writeRotulado } from "../formats.ts";
import { MEIOS_PAGAMENTO } from "../texts.ts";
import type { Frame } from "./frames.ts";

/** A title and an amount in a block of taxes. */
export type Valor = readonly [title: string, valor: string | null];
export type ValorDoQuadro = readonly [...Valor, enfase?: "largo" | "destaque"];

/** The most duplicatas and payments with their own cell; the others are listed in the dados adicionais. */
const DUPLICATAS_NO_QUADRO = 40;
const PAGAMENTOS_NO_QUADRO = 10;
const FONT_SIZE = 10;
const POR_FAIXA = 8;

/** The totals of the nota: those that the manual names always, the others if not zero. */
export function impostoFrame({ totais }: PrintedNfe): Frame {
  const outros: Valor[] = [
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
      faixaValores([
        ["BASE DE CÁLCULO DO ICMS", totais.base],
        ["VALOR DO ICMS", totais.icms],
        ["BASE DE CÁLC. DO ICMS ST", totais.baseSt],
        ["VALOR DO ICMS ST", totais.st],
        ["V. IMP. IMPORTAÇÃO", totais.ii],
        ["VALOR DO PIS", totais.pis],
        ["VALOR DA COFINS", totais.cofins],
        ["VALOR TOTAL DOS PRODUTOS", totais.produtos, "largo"],
      ]),
      faixaValores([
        ["VALOR DO FRETE", totais.frete],
        ["VALOR DO SEGURO", totais.seguro],
        ["DESCONTO", totais.desconto],
        ["OUTRAS DESPESAS", totais.outras],
        ["VALOR DO IPI", totais.ipi],
        ["VALOR DO FCP", totais.fcp],
        ["V. APROX. DOS TRIBUTOS", totais.tributosAproximados],
        ["VALOR TOTAL DA NOTA", totais.nota, "destaque"],
      ]),
      ...presentRows(outros).map((row) => faixaValores(row)),
    ],
  };
}

/** The amounts that are present and not zero, in rows of similar length. */
export function presentRows(valores: readonly Valor[]): Valor[][] {
  const present = valores.filter(([, valor]) => isPresent(valor));
  const count = Math.ceil(present.length / POR_FAIXA);
  const each = Math.ceil(present.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => present.slice(at * each, (at + 1) * each));
}

/** IBS, CBS and IS, if the nota has them.   @source NT 2025.002 */
export function ibsCbsFrame({ totais }: PrintedNfe): Frame | null {
  const { ibsCbs, is, notaComTributos } = totais;
  if (!ibsCbs && !isPresent(is) && !isPresent(notaComTributos)) return null;
  const monofasicos: Valor[] = [
    ["IBS MONOFÁSICO", ibsCbs?.ibsMonofasico ?? null],
    ["CBS MONOFÁSICA", ibsCbs?.cbsMonofasica ?? null],
    ["IBS MONOF. RETENÇÃO", ibsCbs?.ibsMonofasicoRetencao ?? null],
    ["CBS MONOF. RETENÇÃO", ibsCbs?.cbsMonofasicaRetencao ?? null],
    ["IBS MONOF. RETIDO", ibsCbs?.ibsMonofasicoRetido ?? null],
    ["CBS MONOF. RETIDA", ibsCbs?.cbsMonofasicaRetida ?? null],
  ];
  const present = monofasicos.filter(([, valor]) => isPresent(valor));
  const total: ValorDoQuadro[] =
    notaComTributos === null ? [] : [["TOTAL COM IBS/CBS/IS", notaComTributos, "destaque"]];
  return {
    title: "IBS / CBS / IMPOSTO SELETIVO",
    rows: [
      ...(present.length > 2 ? [faixaValores(present)] : []),
      faixaValores([
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
export function faixaValores(
  valores: readonly ValorDoQuadro[],
  write: (valor: string | null) => string = formatDinheiroOuZero,
): Field[] {
  return valores.map(([title, valor, enfase]) => ({
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
    rows: hasFatura ? [faixaFatura(fatura)] : [],
    cells: duplicatas.slice(0, DUPLICATAS_NO_QUADRO).map(celulaDuplicata),
  };
}

function faixaFatura(fatura: NonNullable<PrintedNfe["cobranca"]["fatura"]>): Field[] {
  const valor = (title: string, text: string | null): Field => {
    return { title, text: formatDinheiro(text), fontSize: FONT_SIZE, align: "right" };
  };
  return [
    { title: "NÚMERO DA FATURA", text: fatura.numero, fontSize: FONT_SIZE, weight: 1.6 },
    valor("VALOR ORIGINAL", fatura.original),
    valor("DESCONTO", fatura.desconto),
    valor("VALOR LÍQUIDO", fatura.liquido),
  ];
}

/** Number, day and amount of a duplicata. */
function celulaDuplicata(duplicata: PrintedNfe["cobranca"]["duplicatas"][number]): Cell {
  return [duplicata.numero ?? "", formatPrintedDay(duplicata.vencimento), formatDinheiro(duplicata.valor)];
}

/** The payments of the nota; null if it has none. */
export function pagamentoFrame({ cobranca }: PrintedNfe): Cobranca | null {
  const { pagamentos, troco } = cobranca;
  if (pagamentos.length === 0) return null;
  const cells = pagamentos.slice(0, PAGAMENTOS_NO_QUADRO).map(celulaPagamento);
  if (isPresent(troco)) cells.push(["Troco", "", formatDinheiro(troco)]);
  return { title: "PAGAMENTO", rows: [], cells };
}

/** The means of a payment, an empty middle, and its amount. */
function celulaPagamento({
  meio,
  prazo,
  descricao,
  valor,
}: PrintedNfe["cobranca"]["pagamentos"][number]): Cell {
  const name = descricao ?? wordOf(meio, MEIOS_PAGAMENTO);
  const quando = prazo === "0" ? "à vista" : prazo === "1" ? "a prazo" : "";
  return [joinWith(", ", [name, quando]), "", formatDinheiro(valor)];
}

/** The duplicatas and payments without a cell, as paragraphs. */
export function restOfCobranca({ cobranca: { duplicatas, pagamentos } }: PrintedNfe): string[] {
  const write = (cells: Cell[]): string => cells.map((cell) => joinWith(" ", cell)).join("; ");
  return [
    writeRotulado("Duplicatas", write(duplicatas.slice(DUPLICATAS_NO_QUADRO).map(celulaDuplicata))),
    writeRotulado("Pagamentos", write(pagamentos.slice(PAGAMENTOS_NO_QUADRO).map(celulaPagamento))),
  ];
}
