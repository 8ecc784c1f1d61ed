import type { PapelNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import type { Tabela } from "../folha/tabela.ts";
import type { Composicao } from "../folha/texto.ts";
import { type CelulaDoItem, type Composta, fitColunas } from "./colunas.ts";
import { formatDinheiroOuZero, joinWith, placesOf } from "./formatos.ts";
import { detalhesOf } from "./item-detalhes.ts";
import { writeOmitidos } from "./texts.ts";

type Item = PapelNfe["itens"][number];
/** Decimal places of the quantities and unit prices of a nota. */
export type Casas = { quantidade: number; unitario: number };

/** Font sizes of an item in points: the largest that leaves the description its width is used; the manual
 * demands 6. */
const CORPOS = [7, 6.5, 6, 5.5, 5];
export const ENTRELINHA = 1.08;
const DESCRICAO_MINIMA = 46;
const CODIGO_MAX = 20;
export const SEPARADOR: Tabela["separador"] = { cinza: 0.6, espessura: 0.25, tracejado: [0.6, 0.6] };

/** The columns of a DANFE.   @source MOC NF-e 7.0, Anexo II */
const COLUNAS: readonly CelulaDoItem[] = [
  { titulo: "CÓDIGO PRODUTO", minimo: 11, maximo: CODIGO_MAX },
  { titulo: "DESCRIÇÃO DO PRODUTO / SERVIÇO", minimo: DESCRICAO_MINIMA },
  { titulo: "NCM/SH", minimo: 9, alinha: "centro" },
  { titulo: "O/CST", minimo: 7, alinha: "centro" },
  { titulo: "CFOP", minimo: 6.5, alinha: "centro" },
  { titulo: "UN", minimo: 6, maximo: 12, alinha: "centro" },
  { titulo: "QUANT.", minimo: 9, alinha: "direita" },
  { titulo: "VALOR UNIT.", minimo: 9, alinha: "direita" },
  { titulo: "VALOR TOTAL", minimo: 9, alinha: "direita" },
  { titulo: "VALOR DESC.", minimo: 8, alinha: "direita" },
  { titulo: "B. CÁLC. ICMS", minimo: 9, alinha: "direita" },
  { titulo: "VALOR ICMS", minimo: 8, alinha: "direita" },
  { titulo: "VALOR IPI", minimo: 8, alinha: "direita" },
  { titulo: "ALÍQ. ICMS", minimo: 7, alinha: "direita" },
  { titulo: "ALÍQ. IPI", minimo: 7, alinha: "direita" },
];
const CST = 3;

/** The items table: columns as wide as their content; the description takes the rest. */
export function tabelaOf(
  { itens, itensOmitidos }: PapelNfe,
  largura: number,
): Tabela & { composicao: Composicao } {
  const casas = casasOf(itens);
  const linhas = itens.map((item) => linhaOf(item, casas));
  const hasCsosn = itens.some(({ imposto }) => imposto.cst?.length === 3);
  const celulas = COLUNAS.map((celula, at) =>
    at === CST && hasCsosn ? { ...celula, titulo: "O/ CSOSN" } : celula,
  );
  if (itensOmitidos > 0) linhas.push(["", writeOmitidos(itens.length, itensOmitidos)]);
  const maneiras = CORPOS.map((corpo) => ({ corpo, celulas, linhas }));
  const descricoes = itens.map(({ descricao }) => descricao ?? "");
  return toTabela(fitColunas(maneiras, { largura, minima: DESCRICAO_MINIMA, descricoes }));
}

/** The drawable table of a layout, with dashed lines between rows. */
export function toTabela({
  corpo,
  celulas,
  larguras,
  linhas,
}: Composta & { larguras: readonly number[] }): Tabela & { composicao: Composicao } {
  return {
    colunas: celulas.map((celula, at) => ({ ...celula, largura: larguras[at] ?? 0 })),
    linhas,
    composicao: { corpo, entrelinha: ENTRELINHA },
    separador: SEPARADOR,
  };
}

/** The number of places that the longest quantity and unit price need. */
export function casasOf(itens: readonly Item[]): Casas {
  const each = (read: (medida: Item["comercial"]) => string | null): number =>
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
export function writeMedidas(item: Item, write: (medida: Item["comercial"]) => string): string {
  const { comercial, tributavel } = item;
  return joinWith("\n", [write(comercial), tributavel && write(tributavel)]);
}

export function writeQuantidade({ quantidade }: Item["comercial"], casas: Casas): string {
  return quantidade === null ? "" : formatDecimal(quantidade, casas.quantidade);
}

export function writeUnitario({ valorUnitario }: Item["comercial"], casas: Casas): string {
  return valorUnitario === null ? "" : formatDecimal(valorUnitario, casas.unitario);
}

function linhaOf(item: Item, casas: Casas): string[] {
  const { imposto } = item;
  return [
    item.codigo ?? "",
    joinWith("\n", [item.descricao, ...detalhesOf(item)]),
    item.ncm ?? "",
    joinWith("", [imposto.origem, imposto.cst]),
    item.cfop ?? "",
    writeMedidas(item, ({ unidade }) => unidade ?? ""),
    writeMedidas(item, (medida) => writeQuantidade(medida, casas)),
    writeMedidas(item, (medida) => writeUnitario(medida, casas)),
    formatDinheiroOuZero(item.valorTotal),
    formatDinheiroOuZero(item.desconto),
    formatDinheiroOuZero(imposto.base),
    formatDinheiroOuZero(imposto.valor),
    formatDinheiroOuZero(imposto.ipi.valor),
    formatDinheiroOuZero(imposto.aliquota),
    formatDinheiroOuZero(imposto.ipi.aliquota),
  ];
}
