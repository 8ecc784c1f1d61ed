import { CHART_SCALE, type ChartType } from "@malote/contract";
import type { Chart, Options } from "highcharts/highcharts.src.js";
import { colorRoles } from "../app/tokens.ts";
import { exportChartImage } from "../rpc/files/export-chart.ts";
import { saveFile } from "../rpc/files/file-urls.ts";
import { type ChartData, paintOf } from "./chart-options.ts";

const EXTENSION: Record<ChartType, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
};
const WIDTH = 800;
const HEIGHT = 400;

/** A chart with the methods of the exporting module, which its types omit here. */
export type ExportableChart = Chart & { getSVG(options: Options): string; print(): void };

/** Renders a chart on the server in print colours, with title and legend, and downloads it. */
export async function exportChart(
  chart: ExportableChart,
  data: ChartData,
  { name, type = "image/png" }: { name: string; type?: ChartType },
): Promise<void> {
  const blob = await exportChartImage({
    filename: name,
    type: type,
    width: WIDTH,
    scale: CHART_SCALE,
    svg: writeSvg(chart, data),
  });
  saveFile(blob, `${name}.${EXTENSION[type]}`);
}

function writeSvg(chart: ExportableChart, { title, subtitle, series, max }: ChartData): string {
  const print = paintOf("light");
  return chart.getSVG({
    ...print,
    chart: {
      ...print.chart,
      backgroundColor: colorRoles.light.surface,
      width: WIDTH,
      height: HEIGHT,
      spacing: [16, 16, 16, 16],
      // With a smaller margin the axis labels are truncated to nothing.
      marginLeft: 40 + 9 * String(max).length,
    },
    title: { ...print.title, text: title, align: "left" },
    subtitle: { ...print.subtitle, text: subtitle, align: "left" },
    legend: { ...print.legend, enabled: series.length > 1, align: "left" },
  });
}
