import type { ResultOf } from "@malote/contract";
import type { PeriodSums } from "./painel.rows.ts";
import type { Grouping, Period } from "./painel.rules.ts";

/** Data of a range; `emails` in the order of `periods`. */
export type PainelData = {
  grouping: Grouping;
  periods: readonly Period[];
  sums: readonly PeriodSums[];
  emails: readonly number[];
};

const NO_SUMS: Omit<PeriodSums, "periodo"> = {
  ...{ NFe: 0, CTe: 0, CTeOS: 0, MDFe: 0, NFCe: 0 },
  quantidade: 0,
  valor: "0.00",
  divergentes: 0,
  abertas: 0,
};

/** Totals and series of the Painel, with every period, even if it is empty. */
export function writeEstatistica({
  grouping,
  periods,
  sums,
  emails,
}: PainelData): ResultOf<"Painel.getEstatistica">["object"] {
  const byPeriod = new Map(sums.map((periodSums) => [periodSums.periodo, periodSums]));
  const total = byPeriod.get(null) ?? NO_SUMS;
  return {
    dateGroup: grouping,
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
    chatEmails: periods.map(({ de }, i) => ({ periodo: de, quantidade: emails[i] ?? 0 })),
    chatNotas: periods.map(({ de }) => {
      const { NFe, CTe, CTeOS, MDFe, NFCe, quantidade, valor } = byPeriod.get(de) ?? NO_SUMS;
      return { periodo: de, quantidade, valor, NFe, CTe, CTeOS, MDFe, NFCe };
    }),
  };
}
