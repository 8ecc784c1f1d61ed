import type { PapelNfe } from "@malote/dfe";
import { formatDinheiro } from "../folha/formatos-papel.ts";
import type { Tabela } from "../folha/tabela.ts";
import type { Composicao } from "../folha/texto.ts";
import { type CelulaDoItem, type Composta, fitColunas } from "./colunas.ts";
import { joinWith } from "./formatos.ts";
import { detalhesSemColuna } from "./item-detalhes.ts";
import { type Casas, casasOf, toTabela, writeMedidas, writeQuantidade, writeUnitario } from "./produtos.ts";
import { writeOmitidos } from "./texts.ts";
import { type TributosDoItem, tributosOf } from "./tributos.ts";

type Item = PapelNfe["itens"][number];

const DESCRICAO_MINIMA = 38;
const CODIGO_MAX = 18;
/** Blank on each side of a cell. */
const MARGEM = 0.75;
/** Wider than any amount of the layout. */
const VALOR_MAX = 24;
const FINA = { espessura: 0.2, cinza: 0.5 } as const;
/** Simples and MEI: their ICMS has a CSOSN. */
const COM_CSOSN: ReadonlySet<string> = new Set(["1", "4"]);
/** Font size in points, and whether the taxes have two columns; the first candidate that fits is used. */
const MANEIRAS: readonly (readonly [corpo: number, isDupla: boolean])[] = [
  [7, true],
  [6.5, true],
  [6, true],
  [6, false],
  [5.5, false],
  [5, false],
];

/** The items table with bases, rates and amounts of every tax.   @source NT 2026.010 §4.3 */
export function tabelaComTributosOf(papel: PapelNfe, largura: number): Tabela & { composicao: Composicao } {
  const descricoes = papel.itens.map(({ descricao }) => descricao ?? "");
  const fit = { largura, minima: DESCRICAO_MINIMA, descricoes, margem: MARGEM };
  return { ...toTabela(fitColunas(maneirasOf(papel), fit)), fonteTitulo: "negrito", margem: MARGEM };
}

/** The taxes have one column if no item has a tax for the second. */
function* maneirasOf(papel: PapelNfe): Generator<Composta> {
  const tributos = papel.itens.map(({ imposto }) => tributosOf(imposto));
  const hasDireita = tributos.some(({ direita }) => direita.length > 0);
  const known = new Map<boolean, string[][]>();
  for (const [corpo, wanted] of MANEIRAS) {
    const isDupla = wanted && hasDireita;
    const linhas = known.get(isDupla) ?? linhasOf(papel, tributos, isDupla);
    known.set(isDupla, linhas);
    yield { corpo, celulas: celulasOf(papel, isDupla), linhas };
  }
}

function celulasOf({ emitente }: PapelNfe, isDupla: boolean): CelulaDoItem[] {
  const cst = COM_CSOSN.has(emitente.regime ?? "") ? "CSOSN / CFOP" : "CST / CFOP";
  const valores = (titulo: string): CelulaDoItem[] => [
    ...parOf({ titulo }),
    ...(isDupla ? parOf({ titulo: "", isSubcoluna: true, divisa: FINA }) : []),
  ];
  return [
    { titulo: "CÓDIGO", minimo: 11, maximo: CODIGO_MAX },
    { titulo: "DESCRIÇÃO DO PRODUTO / SERVIÇO", minimo: DESCRICAO_MINIMA },
    { titulo: cst, minimo: 8.5, maximo: 12, alinha: "centro" },
    { titulo: "QTD / UN", minimo: 10, alinha: "direita" },
    { titulo: "VLR UNIT", minimo: 10, alinha: "direita" },
    { titulo: "VLR TOTAL", minimo: 10, alinha: "direita" },
    ...parOf({ titulo: "BASES DE CÁLCULO" }),
    ...valores("ALÍQUOTAS"),
    ...valores("VALOR DOS TRIBUTOS"),
  ];
}

/** The name of a tax on the left and a number on the right, with no line between them. */
function parOf(titulo: Pick<CelulaDoItem, "titulo" | "isSubcoluna" | "divisa">): CelulaDoItem[] {
  // The first column of a group is wide enough for the longest word of its title.
  const minimo = titulo.isSubcoluna ? 5 : 7.5;
  return [
    { ...titulo, minimo: 5, maximo: 12, isFixa: true },
    { titulo: "", isSubcoluna: true, minimo, maximo: VALOR_MAX, alinha: "direita", isFixa: true },
  ];
}

function linhasOf(
  { itens, itensOmitidos }: PapelNfe,
  tributos: readonly TributosDoItem[],
  isDupla: boolean,
): string[][] {
  const casas = casasOf(itens);
  const linhas = itens.map((item, at) => {
    const { bases = [], esquerda = [], direita = [] } = tributos[at] ?? {};
    const colunas = isDupla ? [esquerda, direita] : [interleave(esquerda, direita)];
    return [
      ...comunsOf(item, casas),
      ...writePar(bases, ({ valor }) => valor),
      ...colunas.flatMap((coluna) => writePar(coluna, ({ aliquota }) => aliquota)),
      ...colunas.flatMap((coluna) => writePar(coluna, ({ valor }) => valor)),
    ];
  });
  return itensOmitidos > 0 ? [...linhas, ["", writeOmitidos(itens.length, itensOmitidos)]] : linhas;
}

function comunsOf(item: Item, casas: Casas): string[] {
  const { comercial, tributavel, imposto } = item;
  const unitarios = [comercial, tributavel].flatMap((medida) => medida ?? []);
  return [
    item.codigo ?? "",
    joinWith("\n", [item.descricao, ...detalhesSemColuna(item), writeClassificacao(item)]),
    joinWith("\n", [joinWith("", [imposto.origem, imposto.cst]), item.cfop]),
    writeMedidas(item, (medida) => joinWith("\n", [writeQuantidade(medida, casas), medida.unidade])),
    // Each price is beside its quantity, which has its unit on a line below.
    unitarios.map((medida) => writeUnitario(medida, casas)).join("\n\n"),
    formatDinheiro(item.valorTotal),
  ];
}

/** NCM and cClassTrib at the end of the description, as in the reference model. */
function writeClassificacao({ ncm, imposto }: Item): string {
  const classificacao = imposto.ibsCbs?.classificacao ?? null;
  return joinWith(" ", [ncm && `[NCM ${ncm}]`, classificacao && `[cClassTrib ${classificacao}]`]);
}

/** Names and numbers line by line, as two cells. */
function writePar<T extends { nome: string }>(linhas: readonly T[], write: (linha: T) => string): string[] {
  return [linhas.map(({ nome }) => nome).join("\n"), linhas.map(write).join("\n")];
}

/** The items of two columns in turn, line by line. */
function interleave<T>(left: readonly T[], right: readonly T[]): T[] {
  const longest = left.length > right.length ? left : right;
  return longest.flatMap((_, at) => [...left.slice(at, at + 1), ...right.slice(at, at + 1)]);
}
