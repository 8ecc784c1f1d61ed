import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import type { ChartData } from "../../../charts/chart-options.ts";
import type { Statistics } from "../../../rpc/documents/painel.ts";
import type { Side } from "../../../rpc/documents/queries.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { countDays, type DayRange } from "../filters/painel-filter.ts";
import { longLabelOf, shortLabelOf } from "../period-labels.ts";
import { scaleOf } from "../round-scale.ts";

const { graficos: t } = texts;

/** Both charts of a range, on one scale.   @param caixas how many mailboxes are watched */
export function chartDataOf(
  { chatEmails, chatNotas, dateGroup }: Statistics,
  { ate, caixas }: { ate: string; caixas: number },
): { emails: ChartData; notas: ChartData } {
  const quantidades = [...chatEmails, ...chatNotas].map(({ quantidade }) => quantidade);
  const scale = scaleOf(Math.max(0, ...quantidades));
  const labels = (points: readonly { periodo: string }[]): Pick<ChartData, "labels" | "longLabels"> => ({
    labels: points.map(({ periodo: period }) => shortLabelOf(period, dateGroup, points.length)),
    longLabels: points.map(({ periodo: period }) => longLabelOf(period, dateGroup, ate)),
  });
  return {
    emails: {
      ...scale,
      ...labels(chatEmails),
      title: t.emails,
      subtitle: t.emailsDe(caixas),
      series: [{ name: t.emailsSerie, color: 1, values: chatEmails.map(({ quantidade }) => quantidade) }],
    },
    notas: {
      ...scale,
      ...labels(chatNotas),
      title: t.notas,
      subtitle: t.notasDe,
      series: TIPOS_NOTA.map((tipo, at) => ({
        name: formatTipoNota(tipo),
        color: at + 1,
        values: chatNotas.map((point) => point[tipo]),
      })),
    },
  };
}

/** Both charts of the money of a range, on one scale. before: of the same days in the range before. */
export function valorChartsOf(
  { chatNotas, dateGroup }: Statistics,
  { before, papel, range }: { before: Statistics | undefined; papel: Side; range: DayRange },
): { total: ChartData; tipos: ChartData } {
  const totals = chatNotas.map(({ valor }) => Number(valor));
  const earlier = before?.chatNotas.slice(0, chatNotas.length).map(({ valor }) => Number(valor));
  const axis = {
    ...scaleOf(Math.max(0, ...totals, ...(earlier ?? []))),
    labels: chatNotas.map(({ periodo }) => shortLabelOf(periodo, dateGroup, chatNotas.length)),
    longLabels: chatNotas.map(({ periodo }) => longLabelOf(periodo, dateGroup, range.ate)),
    money: true,
  };
  const antes = t.antes(texts.periodo.duracao(countDays(range)));
  return {
    total: {
      ...axis,
      title: t.valor[papel],
      subtitle: t.valorDe,
      series: [{ name: t.estePeriodo, color: 1, values: totals }],
      before: earlier ? { name: antes, values: earlier } : null,
    },
    tipos: {
      ...axis,
      title: t.valorTipos,
      subtitle: t.valorDe,
      series: TIPOS_NOTA.map((tipo, at) => ({
        name: formatTipoNota(tipo),
        color: at + 1,
        values: chatNotas.map(({ valores }) => Number(valores?.[tipo] ?? 0)),
      })),
    },
  };
}
