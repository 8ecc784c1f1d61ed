import { PAINEL_DUE_MAX, type ResultOf, totalsOf } from "@malote/contract";
import { recordOf, TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import { type PeriodSums, valorColumnOf } from "./painel.rows.ts";
import type { DueWeek, Grouping, Period } from "./painel.rules.ts";
import type { DueSum, TopParty } from "./tops.rows.ts";

/** Data of a range; `emails` in the order of `periods`. */
export type PainelData = {
  grouping: Grouping;
  periods: readonly Period[];
  sums: readonly PeriodSums[];
  emails: readonly number[];
};

type Sums = Omit<PeriodSums, "periodo">;

const NO_VALORES = Object.fromEntries(TIPOS_NOTA.map((tipo) => [valorColumnOf(tipo), "0.00"]));
const NO_SUMS: Sums = {
  ...recordOf(TIPOS_NOTA, () => 0),
  ...(NO_VALORES as Pick<Sums, ReturnType<typeof valorColumnOf>>),
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
    valores: valoresOf(total),
    chatEmails: periods.map(({ de }, i) => ({ periodo: de, quantidade: emails[i] ?? 0 })),
    chatNotas: periods.map(({ de }) => {
      const sums = byPeriod.get(de) ?? NO_SUMS;
      const { quantidade, valor } = sums;
      const counts = recordOf(TIPOS_NOTA, (tipo) => sums[tipo]);
      return { periodo: de, quantidade, valor, valores: valoresOf(sums), ...counts };
    }),
  };
}

/** sums: of the weeks by their position; null = of all. */
export function writeTops(read: {
  partes: readonly TopParty[];
  weeks: readonly DueWeek[];
  sums: readonly DueSum[];
}): ResultOf<"Painel.getPartesVencimentos">["object"] {
  const byWeek = new Map(read.sums.map((sum) => [sum.semana, sum]));
  return {
    partes: read.partes.map(({ total: _total, ...parte }) => parte),
    totalPartes: read.partes[0]?.total ?? 0,
    vencimentos: read.weeks.map((week, at) => {
      const { quantidade = 0, valor = "0.00" } = byWeek.get(at) ?? {};
      return { ...week, quantidade, valor };
    }),
    totalVencimentos: byWeek.get(null)?.quantidade ?? 0,
    vencimentosExatos: (byWeek.get(null)?.lidas ?? 0) <= PAINEL_DUE_MAX,
  };
}

function valoresOf(sums: Sums): Record<TipoNota, string> {
  return recordOf(TIPOS_NOTA, (tipo) => sums[valorColumnOf(tipo)]);
}
