import { GRAFICO_ESCALA, type GraficoTipo } from "@malote/contract";
import type { Chart, Options } from "highcharts/highcharts.src.js";
import { exportGrafico } from "../rpc/grafico.ts";
import { type Dados, paintOf } from "./opcoes.ts";
import { corOf } from "./tema.ts";

const FIM: Record<GraficoTipo, string> = { "image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg" };
const LARGURA = 800;
const ALTURA = 400;

/** A chart with the methods of the exporting module, which its types omit here. */
export type Exportavel = Chart & { getSVG(options: Options): string; print(): void };

/** Renders a chart on the server in print colours, with title and legend, and downloads it. */
export async function exportChart(
  chart: Exportavel,
  dados: Dados,
  { nome, tipo = "image/png" }: { nome: string; tipo?: GraficoTipo },
): Promise<void> {
  const blob = await exportGrafico({
    filename: nome,
    type: tipo,
    width: LARGURA,
    scale: GRAFICO_ESCALA,
    svg: writeSvg(chart, dados),
  });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${nome}.${FIM[tipo]}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function writeSvg(chart: Exportavel, { titulo, subtitulo, series, max }: Dados): string {
  const paper = paintOf("light");
  return chart.getSVG({
    ...paper,
    chart: {
      ...paper.chart,
      backgroundColor: corOf("light").surface,
      width: LARGURA,
      height: ALTURA,
      spacing: [16, 16, 16, 16],
      // With a smaller margin the axis labels are truncated to nothing.
      marginLeft: 40 + 9 * String(max).length,
    },
    title: { ...paper.title, text: titulo, align: "left" },
    subtitle: { ...paper.subtitle, text: subtitulo, align: "left" },
    legend: { ...paper.legend, enabled: series.length > 1, align: "left" },
  });
}
