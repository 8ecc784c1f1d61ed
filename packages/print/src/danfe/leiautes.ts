import type { PapelNfe } from "@malote/dfe";
import type { Tabela } from "../folha/tabela.ts";
import type { Composicao } from "../folha/texto.ts";
import type { Autorizacao } from "./autorizacao.ts";
import { tabelaOf } from "./produtos.ts";
import { tabelaComTributosOf } from "./produtos-nt2026.ts";
import {
  type Quadro,
  quadroDestinatario,
  quadroIssqn,
  quadroLocal,
  quadroNatureza,
  quadroTransporte,
} from "./quadros.ts";
import {
  quadroIcmsIpi,
  quadroIssqnDito,
  quadroNaturezaComRegime,
  quadroProdutosENota,
  quadroTotalIbsCbsIs,
} from "./quadros-nt2026.ts";
import {
  type Cobranca,
  quadroFatura,
  quadroIbsCbs,
  quadroImposto,
  quadroPagamento,
} from "./quadros-valores.ts";

/** The layout of the A4 DANFE for notas issued from a day on. */
export type LeiauteA4 = {
  /** The first day of issue, yyyy-MM-dd in the document's zone; null for the oldest layout. */
  desde: string | null;
  /** Below the head of every page. */
  natureza: (papel: PapelNfe, autorizacao: Autorizacao) => Quadro;
  /** Above the items, in order; null for a block that the nota does not have. */
  quadros: (papel: PapelNfe, isPaisagem: boolean) => (Quadro | Cobranca | null)[];
  /** Below the items of the first page. */
  rodape: (papel: PapelNfe) => Quadro | null;
  tabela: (papel: PapelNfe, largura: number) => Tabela & { composicao: Composicao };
  /** Height of a row of boxes, in millimetres. */
  alturaFaixa: Readonly<Record<"retrato" | "paisagem", number>>;
  /** The remarks give up blank space if that saves a page. */
  poupaPagina?: boolean;
  /** Size of the titles of boxes, in points. */
  corpoTitulo?: number;
};

/** The layouts, newest first.
 * @source NT 2026.010 v1.00 (Ato Técnico Conjunto RFB/CGIBS 8/2026); MOC NF-e 7.0, Anexo II */
const LEIAUTES: readonly LeiauteA4[] = [
  {
    desde: "2026-12-01",
    natureza: quadroNaturezaComRegime,
    quadros: (papel, isPaisagem) => [
      ...partesOf(papel),
      quadroProdutosENota(papel, isPaisagem),
      quadroIcmsIpi(papel),
      quadroTotalIbsCbsIs(papel),
      quadroIssqnDito(papel),
      quadroTransporte(papel),
    ],
    rodape: () => null,
    tabela: tabelaComTributosOf,
    alturaFaixa: { retrato: 6.8, paisagem: 6.4 },
    poupaPagina: true,
    corpoTitulo: 6,
  },
  {
    desde: null,
    natureza: quadroNatureza,
    quadros: (papel) => [
      ...partesOf(papel),
      quadroImposto(papel),
      quadroIbsCbs(papel),
      quadroTransporte(papel),
    ],
    rodape: quadroIssqn,
    tabela: tabelaOf,
    alturaFaixa: { retrato: 6.8, paisagem: 6.8 },
  },
];

/** The layout by day of issue, also when printed later; the oldest one if the day is unreadable. */
export function leiauteOf({ emissao }: Pick<PapelNfe, "emissao">): LeiauteA4 {
  const dia = emissao?.slice(0, 10) ?? "";
  const found = LEIAUTES.find(({ desde }) => desde === null || dia >= desde);
  if (!found) throw new RangeError("no layout of the DANFE");
  return found;
}

function partesOf(papel: PapelNfe): (Quadro | Cobranca | null)[] {
  return [
    quadroDestinatario(papel),
    papel.retirada && quadroLocal("LOCAL DE RETIRADA", papel.retirada),
    papel.entrega && quadroLocal("LOCAL DE ENTREGA", papel.entrega),
    quadroFatura(papel),
    quadroPagamento(papel),
  ];
}
