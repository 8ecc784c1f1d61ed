import type { Options } from "highcharts/highcharts.src.js";
import { graficos } from "../app/tokens.ts";
import { corOf, LETRA, type Tema } from "./tema.ts";

/** One series. cor: its index in the chart palette, from 1. */
export type Serie = { nome: string; cor: number; valores: readonly number[] };

/** Data of a column chart over periods; several series are stacked. */
export type Dados = {
  titulo: string;
  subtitulo: string;
  /** Short labels below the columns, and the full ones for the tooltip. */
  rotulos: readonly string[];
  extensos: readonly string[];
  series: readonly Serie[];
  /** Maximum of the y axis and its tick interval. */
  max: number;
  passo: number;
};

type Gestos = {
  onZoom: (zoom: { de: number; ate: number } | null) => void;
  onPonto: ((ponto: number, serie: number) => void) | null;
};

const FONTE = { rotulo: "12px", tabela: "13px", titulo: "14px" };

/** Colours and fonts only: the options that depend on the theme. */
export function paintOf(tema: Tema): Options {
  const cor = corOf(tema);
  return {
    chart: { backgroundColor: "transparent", style: { fontFamily: LETRA } },
    title: { style: { color: cor.text, fontSize: FONTE.titulo, fontWeight: "600" } },
    subtitle: { style: { color: cor.text2, fontSize: FONTE.tabela } },
    noData: { style: { color: cor.text2, fontSize: FONTE.tabela, fontWeight: "400" } },
    legend: { itemStyle: { color: cor.text2, fontSize: FONTE.rotulo, fontWeight: "400" } },
    xAxis: { lineColor: cor.line, labels: { style: { color: cor.text3, fontSize: FONTE.rotulo } } },
    yAxis: { gridLineColor: cor.line, labels: { style: { color: cor.text3, fontSize: FONTE.rotulo } } },
    tooltip: {
      backgroundColor: cor.tip,
      borderWidth: 0,
      style: { color: cor.onTip, fontSize: FONTE.rotulo },
    },
    plotOptions: { column: { borderColor: cor.surface } },
  };
}

/** All other options of the chart. */
export function optionsOf(dados: Dados, { onZoom, onPonto }: Gestos, parado: boolean): Options {
  const vazio = dados.series.every(({ valores }) => valores.every((valor) => valor === 0));
  return {
    chart: {
      type: "column",
      animation: parado ? false : { duration: 150 },
      spacing: [8, 0, 4, 0],
      // Two charts with the same scale get the same margin for its labels.
      marginLeft: 24 + 8 * inteiro.format(dados.max).length,
      zooming: { type: "x", resetButton: { theme: { style: { display: "none" } } } },
      events: {
        selection: (event) => {
          const [eixo] = event.xAxis ?? [];
          onZoom(eixo ? { de: Math.ceil(eixo.min - 0.5), ate: Math.floor(eixo.max + 0.5) } : null);
          return false;
        },
      },
    },
    accessibility: {
      description: dados.subtitulo,
      // The section around it is already a named landmark.
      landmarkVerbosity: "disabled",
      point: { descriptionFormat: "{category}: {y} {series.name}" },
    },
    title: { text: "" },
    legend: { enabled: false },
    xAxis: {
      categories: [...dados.rotulos],
      tickWidth: 0,
      crosshair: false,
      minRange: 1,
      labels: { autoRotation: [], padding: 4 },
    },
    yAxis: {
      title: { text: "" },
      min: 0,
      max: dados.max,
      tickInterval: dados.passo,
      allowDecimals: false,
      labels: {
        x: -10,
        formatter() {
          return inteiro.format(Number(this.value));
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
        return writeTooltip(dados, this.index ?? 0);
      },
    },
    plotOptions: {
      column: {
        stacking: "normal",
        maxPointWidth: 36,
        pointPadding: 0.05,
        groupPadding: 0.22,
        borderWidth: 1,
        borderRadius: { radius: 2, scope: "stack", where: "end" },
        animation: parado ? false : { duration: 200 },
        ...(onPonto ? { cursor: "pointer" } : {}),
        point: {
          events: {
            click() {
              onPonto?.(this.index, this.series.index);
            },
          },
        },
      },
    },
    series: vazio
      ? []
      : dados.series.map(({ nome, cor, valores }) => ({
          type: "column",
          name: nome,
          color: graficos[cor - 1] ?? graficos[0],
          data: [...valores],
        })),
  };
}

function writeTooltip({ extensos, series }: Dados, at: number): string {
  const write = (nome: string, valor: number): string => `${nome}: <b>${inteiro.format(valor)}</b>`;
  const shown = series.filter(({ valores }) => series.length === 1 || valores[at]);
  const lines = shown.map(({ nome, valores }) => write(nome, valores[at] ?? 0));
  if (series.length > 1) lines.push(write("Total", sumAt(series, at)));
  return [`<b>${extensos[at] ?? ""}</b>`, ...lines].join("<br>");
}

function sumAt(series: readonly Serie[], at: number): number {
  return series.reduce((sum, { valores }) => sum + (valores[at] ?? 0), 0);
}

const inteiro = new Intl.NumberFormat("pt-BR");
