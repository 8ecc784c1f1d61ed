import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import type { ChartData } from "../../../charts/chart-options.ts";
import type { Statistics } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
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
