import type { PrintedNfe } from "@malote/dfe";
import { formatMoney } from "../../page/print-formats.ts";
import type { Table } from "../../page/table.ts";
import type { TextLayout } from "../../page/text.ts";
import { joinWith } from "../formats.ts";
import { writeOmitted } from "../texts.ts";
import { fitColumns, type ItemColumn, type TableLayout } from "./columns.ts";
import { detailsWithoutColumn } from "./item-details.ts";
import { type ItemTaxes, taxesOf } from "./item-taxes.ts";
import {
  decimalPlacesOf,
  type Places,
  toTable,
  writeMeasures,
  writeQuantity,
  writeUnitPrice,
} from "./items-table.ts";

type Item = PrintedNfe["itens"][number];

const DESCRICAO_MINIMA = 38;
const CODE_MAX = 18;
/** Blank on each side of a cell. */
const MARGIN = 0.75;
/** Wider than any amount of the layout. */
const AMOUNT_MAX = 24;
const THIN_LINE = { thickness: 0.2, grey: 0.5 } as const;
/** Simples and MEI: their ICMS has a CSOSN. */
const COM_CSOSN: ReadonlySet<string> = new Set(["1", "4"]);
/** Font size in points, and whether the taxes have two columns; the first candidate that fits is used. */
const CANDIDATES: readonly (readonly [fontSize: number, isDupla: boolean])[] = [
  [7, true],
  [6.5, true],
  [6, true],
  [6, false],
  [5.5, false],
  [5, false],
];

/** The items table with bases, rates and amounts of every tax.   @source NT 2026.010 §4.3 */
export function tableWithTaxesOf(form: PrintedNfe, width: number): Table & { textLayout: TextLayout } {
  const descriptions = form.itens.map(({ descricao }) => descricao ?? "");
  const fit = { width, minWidth: DESCRICAO_MINIMA, descriptions, margin: MARGIN };
  return { ...toTable(fitColumns(candidatesOf(form), fit)), titleFont: "bold", margin: MARGIN };
}

/** The taxes have one column if no item has a tax for the second. */
function* candidatesOf(form: PrintedNfe): Generator<TableLayout> {
  const tributos = form.itens.map(({ imposto }) => taxesOf(imposto));
  const hasRight = tributos.some(({ right }) => right.length > 0);
  const known = new Map<boolean, string[][]>();
  for (const [fontSize, wanted] of CANDIDATES) {
    const isDupla = wanted && hasRight;
    const lines = known.get(isDupla) ?? linesOf(form, tributos, isDupla);
    known.set(isDupla, lines);
    yield { fontSize, cells: cellsOf(form, isDupla), lines };
  }
}

function cellsOf({ emitente }: PrintedNfe, isDupla: boolean): ItemColumn[] {
  const cst = COM_CSOSN.has(emitente.regime ?? "") ? "CSOSN / CFOP" : "CST / CFOP";
  const amounts = (title: string): ItemColumn[] => [
    ...parOf({ title }),
    ...(isDupla ? parOf({ title: "", isSubcolumn: true, dividerLine: THIN_LINE }) : []),
  ];
  return [
    { title: "CÓDIGO", minimum: 11, maximum: CODE_MAX },
    { title: "DESCRIÇÃO DO PRODUTO / SERVIÇO", minimum: DESCRICAO_MINIMA },
    { title: cst, minimum: 8.5, maximum: 12, align: "center" },
    { title: "QTD / UN", minimum: 10, align: "right" },
    { title: "VLR UNIT", minimum: 10, align: "right" },
    { title: "VLR TOTAL", minimum: 10, align: "right" },
    ...parOf({ title: "BASES DE CÁLCULO" }),
    ...amounts("ALÍQUOTAS"),
    ...amounts("VALOR DOS TRIBUTOS"),
  ];
}

/** The name of a tax on the left and a number on the right, with no line between them. */
function parOf(title: Pick<ItemColumn, "title" | "isSubcolumn" | "dividerLine">): ItemColumn[] {
  // The first column of a group is wide enough for the longest word of its title.
  const minimum = title.isSubcolumn ? 5 : 7.5;
  return [
    { ...title, minimum: 5, maximum: 12, isFixed: true },
    { title: "", isSubcolumn: true, minimum, maximum: AMOUNT_MAX, align: "right", isFixed: true },
  ];
}

function linesOf(
  { itens, itensOmitidos }: PrintedNfe,
  tributos: readonly ItemTaxes[],
  isDupla: boolean,
): string[][] {
  const places = decimalPlacesOf(itens);
  const lines = itens.map((item, at) => {
    const { bases = [], left = [], right = [] } = tributos[at] ?? {};
    const columns = isDupla ? [left, right] : [interleave(left, right)];
    return [
      ...commonDetailsOf(item, places),
      ...writePar(bases, ({ valor }) => valor),
      ...columns.flatMap((column) => writePar(column, ({ aliquota }) => aliquota)),
      ...columns.flatMap((column) => writePar(column, ({ valor }) => valor)),
    ];
  });
  return itensOmitidos > 0 ? [...lines, ["", writeOmitted(itens.length, itensOmitidos)]] : lines;
}

function commonDetailsOf(item: Item, places: Places): string[] {
  const { comercial, tributavel, imposto } = item;
  const unitarios = [comercial, tributavel].flatMap((measure) => measure ?? []);
  return [
    item.codigo ?? "",
    joinWith("\n", [item.descricao, ...detailsWithoutColumn(item), writeClassificacao(item)]),
    joinWith("\n", [joinWith("", [imposto.origem, imposto.cst]), item.cfop]),
    writeMeasures(item, (measure) => joinWith("\n", [writeQuantity(measure, places), measure.unidade])),
    // Each price is beside its quantity, which has its unit on a line below.
    unitarios.map((measure) => writeUnitPrice(measure, places)).join("\n\n"),
    formatMoney(item.valorTotal),
  ];
}

/** NCM and cClassTrib at the end of the description, as in the reference model. */
function writeClassificacao({ ncm, imposto }: Item): string {
  const classificacao = imposto.ibsCbs?.classificacao ?? null;
  return joinWith(" ", [ncm && `[NCM ${ncm}]`, classificacao && `[cClassTrib ${classificacao}]`]);
}

/** Names and numbers line by line, as two cells. */
function writePar<T extends { name: string }>(lines: readonly T[], write: (line: T) => string): string[] {
  return [lines.map(({ name }) => name).join("\n"), lines.map(write).join("\n")];
}

/** The items of two columns in turn, line by line. */
function interleave<T>(left: readonly T[], right: readonly T[]): T[] {
  const longest = left.length > right.length ? left : right;
  return longest.flatMap((_, at) => [...left.slice(at, at + 1), ...right.slice(at, at + 1)]);
}
