import type { ChartType } from "@malote/contract";
import { Box, useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import type { Chart } from "highcharts/highcharts.src.js";
import { useEffect, useRef } from "react";
import { explainFailure } from "../rpc/call/failures.ts";
import { painelTexts as texts } from "../texts/lists/painel.ts";
import { showFailureToast } from "../ui/feedback/toast.tsx";
import { ChartMenu } from "./ChartMenu.tsx";
import { type ChartData, type ChartTheme, optionsOf, paintOf } from "./chart-options.ts";
import { type ExportableChart, exportChart } from "./export-chart.ts";
import { Highcharts } from "./highcharts.ts";

/** Range of the visible periods, from 0; null = all. */
export type Zoom = { de: number; ate: number } | null;

export type ColumnChartProps = {
  data: ChartData;
  /** Name of the exported files, without extension. */
  name: string;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** The user clicked a column, or one segment of it. */
  onPoint: (point: number, seriesIndex: number) => void;
};

/** A column chart over periods, with its menu. */
export function ColumnChart({ data, name, zoom, onZoom, onPoint }: ColumnChartProps): React.JSX.Element {
  const { place, chart } = useChart({ data, zoom, onZoom, onPoint });
  const onExport = async (type: ChartType): Promise<void> => {
    if (!chart.current) return;
    try {
      await exportChart(chart.current, data, { name, type });
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  return (
    <>
      <Box pos="absolute" top={-36} right={0} className="sem-impressao">
        <ChartMenu title={data.title} onExport={onExport} onPrint={() => printChart(chart.current)} />
      </Box>
      <Box component="figure" h="100%" aria-label={texts.graficos.figura(data.title, data.subtitle)}>
        <Box ref={place} h="100%" miw={0} />
      </Box>
    </>
  );
}

type DrawnProps = Pick<ColumnChartProps, "data" | "zoom" | "onZoom" | "onPoint">;

function useChart({ data, zoom, onZoom, onPoint }: DrawnProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ExportableChart | null>(null);
  const theme: ChartTheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const reducedMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const dataText = JSON.stringify(data);
  const latest = useRef({ theme, zoom, onZoom, onPoint });
  latest.current = { theme, zoom, onZoom, onPoint };
  useEffect(() => {
    const stable = {
      onZoom: (next: Zoom) => latest.current.onZoom(next),
      onPoint: (point: number, seriesIndex: number) => latest.current.onPoint(point, seriesIndex),
    };
    const read = JSON.parse(dataText) as ChartData;
    // Each chart in a task of its own: between two of them the page answers.
    const timer = setTimeout(() => {
      if (!place.current) return;
      const options = Highcharts.merge(
        optionsOf(read, stable, reducedMotion),
        paintOf(latest.current.theme),
        {
          chart: { events: printEvents(read, () => latest.current.theme) },
        },
      );
      chart.current?.destroy();
      chart.current = Highcharts.chart(place.current, options) as ExportableChart;
      showRange(chart.current, latest.current.zoom);
    });
    return () => clearTimeout(timer);
  }, [dataText, reducedMotion]);
  useEffect(() => chart.current?.update(paintOf(theme), true, false, false), [theme]);
  useEffect(() => {
    if (chart.current) showRange(chart.current, zoom);
  }, [zoom]);
  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );
  usePrintColors(chart, theme);
  return { place, chart };
}

/** Draws the chart again only if its range changes. */
function showRange(chart: Chart, zoom: Zoom): void {
  const axis = chart.xAxis[0];
  if (zoom || axis?.getExtremes().userMin !== undefined) axis?.setExtremes(zoom?.de, zoom?.ate, true, false);
}

/** A chart printed alone gets its title and print colours; afterwards the screen version is restored. */
function printEvents({ title, subtitle, series }: ChartData, themeOf: () => ChartTheme) {
  return {
    beforePrint(this: Chart) {
      const paper = paintOf("light");
      this.update(
        {
          ...paper,
          title: { ...paper.title, text: title },
          subtitle: { ...paper.subtitle, text: subtitle },
          legend: { ...paper.legend, enabled: series.length > 1 },
        },
        true,
        false,
        false,
      );
    },
    afterPrint(this: Chart) {
      this.update(
        { ...paintOf(themeOf()), title: { text: "" }, subtitle: { text: "" }, legend: { enabled: false } },
        true,
        false,
        false,
      );
    },
  };
}

/** Printing the whole page uses print colours: the dark theme would be unreadable on paper. */
function usePrintColors(chart: React.RefObject<Chart | null>, theme: ChartTheme): void {
  useEffect(() => {
    const usePrint = (): void => chart.current?.update(paintOf("light"), true, false, false);
    const useScreen = (): void => chart.current?.update(paintOf(theme), true, false, false);
    window.addEventListener("beforeprint", usePrint);
    window.addEventListener("afterprint", useScreen);
    return () => {
      window.removeEventListener("beforeprint", usePrint);
      window.removeEventListener("afterprint", useScreen);
    };
  }, [chart, theme]);
}

/** Prints one chart alone. The library restores the page after 1 s (spec §9). */
function printChart(chart: ExportableChart | null): void {
  chart?.print();
}
