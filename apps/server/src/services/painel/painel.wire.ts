import { type ResultOf, totalsOf } from "@malote/contract";
import { recordOf, TIPOS_NOTA } from "@malote/syntax";
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
  ...recordOf(TIPOS_NOTA, () => 0),
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
    ...totalsOf((tipo) => total[tipo]),
    totalDivergenciaDFe: total.divergentes,
    totalNaoIntegradosERP: total.abertas,
    valorTotal: total.valor,
    chatEmails: periods.map(({ de }, i) => ({ periodo: de, quantidade: emails[i] ?? 0 })),
    chatNotas: periods.map(({ de }) => {
      const sums = byPeriod.get(de) ?? NO_SUMS;
      const { quantidade, valor } = sums;
      return { periodo: de, quantidade, valor, ...recordOf(TIPOS_NOTA, (tipo) => sums[tipo]) };
    }),
  };
}
