import type { PrintedNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import type { Table } from "../../page/table.ts";
import type { TextLayout } from "../../page/text.ts";
import { formatMoneyOrZero, joinWith, placesOf } from "../formats.ts";
import { writeOmitted } from "../texts.ts";
import { fitColumns, type ItemColumn, type TableLayout } from "./columns.ts";
import { detailsOf } from "./item-details.ts";

type Item = PrintedNfe["itens"][number];
/** Decimal places of the quantities and unit prices of a nota. */
export type Places = { quantidade: number; unitario: number };

/** Font sizes of an item in points: the largest that leaves the description its width is used; the manual
 * demands 6. */
const FONT_SIZES = [7, 6.5, 6, 5.5, 5];
export const LINE_HEIGHT = 1.08;
const DESCRICAO_MINIMA = 46;
const CODE_MAX = 20;
export const ROW_RULE: Table["rowRule"] = { grey: 0.6, thickness: 0.25, dashes: [0.6, 0.6] };

/** The columns of a DANFE.   @source MOC NF-e 7.0, Anexo II */
const COLUMNS: readonly ItemColumn[] = [
  { title: "CÓDIGO PRODUTO", minimum: 11, maximum: CODE_MAX },
  { title: "DESCRIÇÃO DO PRODUTO / SERVIÇO", minimum: DESCRICAO_MINIMA },
  { title: "NCM/SH", minimum: 9, align: "center" },
  { title: "O/CST", minimum: 7, align: "center" },
  { title: "CFOP", minimum: 6.5, align: "center" },
  { title: "UN", minimum: 6, maximum: 12, align: "center" },
  { title: "QUANT.", minimum: 9, align: "right" },
  { title: "VALOR UNIT.", minimum: 9, align: "right" },
  { title: "VALOR TOTAL", minimum: 9, align: "right" },
  { title: "VALOR DESC.", minimum: 8, align: "right" },
  { title: "B. CÁLC. ICMS", minimum: 9, align: "right" },
  { title: "VALOR ICMS", minimum: 8, align: "right" },
  { title: "VALOR IPI", minimum: 8, align: "right" },
  { title: "ALÍQ. ICMS", minimum: 7, align: "right" },
  { title: "ALÍQ. IPI", minimum: 7, align: "right" },
];
const CST = 3;

/** The items table: columns as wide as their content; the description takes the rest. */
export function tableOf(
  { itens, itensOmitidos }: PrintedNfe,
  width: number,
): Table & { textLayout: TextLayout } {
  const places = decimalPlacesOf(itens);
  const lines = itens.map((item) => lineOf(item, places));
  const hasCsosn = itens.some(({ imposto }) => imposto.cst?.length === 3);
  const cells = COLUMNS.map((cell, at) => (at === CST && hasCsosn ? { ...cell, title: "O/ CSOSN" } : cell));
  if (itensOmitidos > 0) lines.push(["", writeOmitted(itens.length, itensOmitidos)]);
  const candidates = FONT_SIZES.map((fontSize) => ({ fontSize, cells, lines }));
  const descriptions = itens.map(({ descricao }) => descricao ?? "");
  return toTable(fitColumns(candidates, { width, minWidth: DESCRICAO_MINIMA, descriptions }));
}

/** The drawable table of a layout, with dashed lines between rows. */
export function toTable({
  fontSize,
  cells,
  widths,
  lines,
}: TableLayout & { widths: readonly number[] }): Table & { textLayout: TextLayout } {
  return {
    columns: cells.map((cell, at) => ({ ...cell, width: widths[at] ?? 0 })),
    lines,
    textLayout: { fontSize, lineHeight: LINE_HEIGHT },
    rowRule: ROW_RULE,
  };
}

/** The number of places that the longest quantity and unit price need. */
export function decimalPlacesOf(itens: readonly Item[]): Places {
  const each = (read: (measure: Item["comercial"]) => string | null): number =>
    placesOf(itens.flatMap((item) => [read(item.comercial), item.tributavel && read(item.tributavel)]));
  return {
    quantidade: each(({ quantidade }) => quantidade),
    unitario: Math.max(
      2,
      each(({ valorUnitario }) => valorUnitario),
    ),
  };
}

/** The sold quantity, and below it the taxed one if it has another unit. */
export function writeMeasures(item: Item, write: (measure: Item["comercial"]) => string): string {
  const { comercial, tributavel } = item;
  return joinWith("\n", [write(comercial), tributavel && write(tributavel)]);
}

export function writeQuantity({ quantidade }: Item["comercial"], places: Places): string {
  return quantidade === null ? "" : formatDecimal(quantidade, places.quantidade);
}

export function writeUnitPrice({ valorUnitario }: Item["comercial"], places: Places): string {
  return valorUnitario === null ? "" : formatDecimal(valorUnitario, places.unitario);
}

function lineOf(item: Item, places: Places): string[] {
  const { imposto } = item;
  return [
    item.codigo ?? "",
    joinWith("\n", [item.descricao, ...detailsOf(item)]),
    item.ncm ?? "",
    joinWith("", [imposto.origem, imposto.cst]),
    item.cfop ?? "",
    writeMeasures(item, ({ unidade }) => unidade ?? ""),
    writeMeasures(item, (measure) => writeQuantity(measure, places)),
    writeMeasures(item, (measure) => writeUnitPrice(measure, places)),
    formatMoneyOrZero(item.valorTotal),
    formatMoneyOrZero(item.desconto),
    formatMoneyOrZero(imposto.base),
    formatMoneyOrZero(imposto.valor),
    formatMoneyOrZero(imposto.ipi.valor),
    formatMoneyOrZero(imposto.aliquota),
    formatMoneyOrZero(imposto.ipi.aliquota),
  ];
}
