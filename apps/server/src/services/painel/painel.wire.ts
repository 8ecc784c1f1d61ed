import type { ResultOf } from "@malote/contract";
import type { Ponto } from "./painel.rows.ts";
import type { Agrupamento, Periodo } from "./painel.rules.ts";

/** Data of a range; `emails` in the order of `periodos`. */
export type Contagem = {
  grupo: Agrupamento;
  periodos: readonly Periodo[];
  pontos: readonly Ponto[];
  emails: readonly number[];
};

const NADA: Omit<Ponto, "periodo"> = {
  ...{ NFe: 0, CTe: 0, CTeOS: 0, MDFe: 0, NFCe: 0 },
  quantidade: 0,
  valor: "0.00",
  divergentes: 0,
  abertas: 0,
};

/** Totals and series of the Painel, with every period, even if it is empty. */
export function writeEstatistica({
  grupo,
  periodos,
  pontos,
  emails,
}: Contagem): ResultOf<"Painel.getEstatistica">["object"] {
  const byPeriodo = new Map(pontos.map((ponto) => [ponto.periodo, ponto]));
  const total = byPeriodo.get(null) ?? NADA;
  return {
    dateGroup: grupo,
    totalEmails: emails.reduce((sum, quantidade) => sum + quantidade, 0),
    totalDFe: total.quantidade,
    totalNFe: total.NFe,
    totalCTe: total.CTe,
    totalCTeOS: total.CTeOS,
    totalMDFe: total.MDFe,
    totalNFCe: total.NFCe,
    totalDivergenciaDFe: total.divergentes,
    totalNaoIntegradosERP: total.abertas,
    valorTotal: total.valor,
    chatEmails: periodos.map(({ de }, i) => ({ periodo: de, quantidade: emails[i] ?? 0 })),
    chatNotas: periodos.map(({ de }) => {
      const { NFe, CTe, CTeOS, MDFe, NFCe, quantidade, valor } = byPeriodo.get(de) ?? NADA;
      return { periodo: de, quantidade, valor, NFe, CTe, CTeOS, MDFe, NFCe };
    }),
  };
}
