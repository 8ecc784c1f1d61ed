import type { Options, SeriesOptionsType } from "highcharts/highcharts.src.js";
import { chartColors, colorRoles, fontFamilies } from "../app/tokens.ts";
import { languageTag } from "../languages/language.ts";
import { labelledPlaces } from "./chart-labels.ts";

export type ChartTheme = "light" | "dark";

/** One series. color: its index in the chart palette, from 1. */
export type Series = { name: string; color: number; values: readonly number[] };

/** Data of a column chart over periods; several series are stacked. */
export type ChartData = {
  title: string;
  subtitle: string;
  /** Short labels below the columns, and the full ones for the tooltip. */
  labels: readonly string[];
  longLabels: readonly string[];
  series: readonly Series[];
  /** Dashed line over the columns: the same periods of an earlier range. */
  before?: { name: string; values: readonly number[] } | null;
  /** The values are amounts in reais. */
  money?: boolean;
  /** Maximum of the y axis and its tick interval. */
  max: number;
  step: number;
};

type ChartHandlers = {
  onZoom: (zoom: { de: number; ate: number } | null) => void;
  onPoint: ((point: number, seriesIndex: number) => void) | null;
};

const FONT_SIZE = { rotulo: "12px", tabela: "13px", title: "14px" };

/** Colours and fonts only: the options that depend on the theme. */
export function paintOf(theme: ChartTheme): Options {
  const { "text-2": text2, "text-3": text3, ...color } = colorRoles[theme];
  return {
    // The full font list: an exported image inherits none.
    chart: { backgroundColor: "transparent", style: { fontFamily: fontFamilies.sans } },
    title: { style: { color: color.text, fontSize: FONT_SIZE.title, fontWeight: "600" } },
    subtitle: { style: { color: text2, fontSize: FONT_SIZE.tabela } },
    noData: { style: { color: text2, fontSize: FONT_SIZE.tabela, fontWeight: "400" } },
    legend: { itemStyle: { color: text2, fontSize: FONT_SIZE.rotulo, fontWeight: "400" } },
    xAxis: { lineColor: color.line, labels: { style: { color: text3, fontSize: FONT_SIZE.rotulo } } },
    yAxis: {
      gridLineColor: color.line,
      labels: { style: { color: text3, fontSize: FONT_SIZE.rotulo } },
    },
    tooltip: {
      backgroundColor: color.tip,
      borderWidth: 0,
      style: { color: color["on-tip"], fontSize: FONT_SIZE.rotulo },
    },
    plotOptions: { column: { borderColor: color.surface }, line: { color: text2 } },
  };
}

/** All other options of the chart. */
export function optionsOf(
  data: ChartData,
  { onZoom, onPoint }: ChartHandlers,
  reducedMotion: boolean,
): Options {
  const { before = null, money = false } = data;
  const drawn = before === null ? data.series : [...data.series, before];
  const isEmpty = drawn.every(({ values }) => values.every((value) => value === 0));
  return {
    chart: {
      type: "column",
      animation: reducedMotion ? false : { duration: 150 },
      spacing: [8, 0, 4, 0],
      // Two charts with the same scale get the same margin for its labels.
      marginLeft: 24 + 8 * formatTick(data.max, money).length,
      zooming: { type: "x", resetButton: { theme: { style: { display: "none" } } } },
      events: {
        selection: (event) => {
          const [axis] = event.xAxis ?? [];
          onZoom(axis ? { de: Math.ceil(axis.min - 0.5), ate: Math.floor(axis.max + 0.5) } : null);
          return false;
        },
      },
    },
    accessibility: {
      description: data.subtitle,
      // The section around it is already a named landmark.
      landmarkVerbosity: "disabled",
      point: { descriptionFormat: "{category}: {y} {series.name}" },
    },
    title: { text: "" },
    legend: { enabled: false },
    xAxis: {
      categories: [...data.labels],
      tickWidth: 0,
      crosshair: false,
      minRange: 1,
      tickPositioner: (min, max) => labelledPlaces(min, max),
      labels: { autoRotation: [], padding: 4, style: { textOverflow: "none", whiteSpace: "nowrap" } },
    },
    yAxis: {
      title: { text: "" },
      min: 0,
      max: data.max,
      tickInterval: data.step,
      allowDecimals: false,
      labels: {
        x: -10,
        formatter() {
          return formatTick(Number(this.value), money);
        },
      },
      // Puts the first series at the bottom of the stack.
      reversedStacks: false,
    },
    tooltip: {
      shared: true,
      useHTML: false,
      borderRadius: 6,
      shadow: false,
      formatter() {
        return writeTooltip(data, this.index ?? 0);
      },
    },
    plotOptions: {
      line: {
        marker: { enabled: false },
        animation: reducedMotion ? false : { duration: 200 },
        ...(onPoint ? { cursor: "pointer" } : {}),
        point: {
          events: {
            click() {
              onPoint?.(this.index, this.series.index);
            },
          },
        },
      },
      column: {
        stacking: "normal",
        maxPointWidth: 36,
        pointPadding: 0.05,
        groupPadding: 0.22,
        borderWidth: 1,
        borderRadius: { radius: 2, scope: "stack", where: "end" },
        animation: reducedMotion ? false : { duration: 200 },
        ...(onPoint ? { cursor: "pointer" } : {}),
        point: {
          events: {
            click() {
              onPoint?.(this.index, this.series.index);
            },
          },
        },
      },
    },
    series: isEmpty
      ? []
      : [
          ...data.series.map(({ name, color, values }) => ({
            type: "column",
            name: name,
            color: chartColors[color - 1] ?? chartColors[0],
            data: [...values],
          })),
          ...(before === null ? [] : [lineOf(before)]),
        ],
  };
}

function lineOf({ name, values }: NonNullable<ChartData["before"]>): SeriesOptionsType {
  return { type: "line", name, data: [...values], dashStyle: "ShortDash", lineWidth: 1.5, zIndex: 2 };
}

function writeTooltip({ longLabels, series, before = null, money = false }: ChartData, at: number): string {
  const format = money ? reaisFormat : integerFormat;
  const write = (name: string, value: number): string => `${name}: <b>${format.format(value)}</b>`;
  const shown = series.filter(({ values }) => series.length === 1 || values[at]);
  const lines = shown.map(({ name, values }) => write(name, values[at] ?? 0));
  if (series.length > 1) lines.push(write("Total", sumAt(series, at)));
  if (before !== null) lines.push(write(before.name, before.values[at] ?? 0));
  return [`<b>${longLabels[at] ?? ""}</b>`, ...lines].join("<br>");
}

function sumAt(series: readonly Series[], at: number): number {
  return series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
}

const integerFormat = new Intl.NumberFormat("pt-BR");
const reaisFormat = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
// The words of the language, with the decimal comma of all figures.
const shortFormat = new Intl.NumberFormat(languageTag, { notation: "compact" });

function formatTick(value: number, money: boolean): string {
  return money ? shortFormat.format(value).replace(".", ",") : integerFormat.format(value);
}
