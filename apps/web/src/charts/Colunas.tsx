import type { GraficoTipo } from "@malote/contract";
import { useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import type { Chart } from "highcharts/highcharts.src.js";
import { useEffect, useLayoutEffect, useRef } from "react";
import { explainFalha } from "../rpc/falhas.ts";
import { painel as textos } from "../textos/painel.ts";
import { avisarFalha } from "../ui/toast.tsx";
import classes from "./Colunas.module.css";
import { type Exportavel, exportChart } from "./exportar.ts";
import { Highcharts } from "./highcharts.ts";
import { MenuGrafico } from "./MenuGrafico.tsx";
import { type Dados, optionsOf, paintOf } from "./opcoes.ts";
import type { Tema } from "./tema.ts";

/** Range of the visible periods, from 0; null = all. */
export type Zoom = { de: number; ate: number } | null;

export type ColunasProps = {
  dados: Dados;
  /** Name of the exported files, without extension. */
  nome: string;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** The user clicked a column, or one segment of it. */
  onPonto: (ponto: number, serie: number) => void;
};

/** A column chart over periods, with its menu. */
export function Colunas({ dados, nome, zoom, onZoom, onPonto }: ColunasProps): React.JSX.Element {
  const { place, chart } = useChart({ dados, zoom, onZoom, onPonto });
  const onExport = async (tipo: GraficoTipo): Promise<void> => {
    if (!chart.current) return;
    try {
      await exportChart(chart.current, dados, { nome, tipo });
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  return (
    <>
      <div className={`${classes.menu} sem-impressao`}>
        <MenuGrafico titulo={dados.titulo} onExport={onExport} onPrint={() => printChart(chart.current)} />
      </div>
      <figure className={classes.figura} aria-label={textos.graficos.figura(dados.titulo, dados.subtitulo)}>
        <div ref={place} className={classes.lugar} />
      </figure>
    </>
  );
}

type Desenhado = Pick<ColunasProps, "dados" | "zoom" | "onZoom" | "onPonto">;

function useChart({ dados, zoom, onZoom, onPonto }: Desenhado) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<Exportavel | null>(null);
  const gestos = useRef({ onZoom, onPonto });
  gestos.current = { onZoom, onPonto };
  const tema: Tema = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const parado = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const desenho = JSON.stringify(dados);
  useLayoutEffect(() => {
    if (!place.current) return;
    const stable = {
      onZoom: (next: Zoom) => gestos.current.onZoom(next),
      onPonto: (ponto: number, serie: number) => gestos.current.onPonto(ponto, serie),
    };
    const read = JSON.parse(desenho) as Dados;
    const options = Highcharts.merge(optionsOf(read, stable, parado), paintOf(tema), {
      chart: { events: paperEvents(read, tema) },
    });
    chart.current = Highcharts.chart(place.current, options) as Exportavel;
    return () => {
      chart.current?.destroy();
      chart.current = null;
    };
  }, [desenho, parado, tema]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a redrawn chart needs its zoom again
  useEffect(() => {
    chart.current?.xAxis[0]?.setExtremes(zoom?.de, zoom?.ate, true, false);
  }, [zoom, desenho, tema]);
  usePaper(chart, tema);
  return { place, chart };
}

/** A chart printed alone gets its title and print colours; afterwards the screen version is restored. */
function paperEvents({ titulo, subtitulo, series }: Dados, tema: Tema) {
  return {
    beforePrint(this: Chart) {
      const paper = paintOf("light");
      this.update(
        {
          ...paper,
          title: { ...paper.title, text: titulo },
          subtitle: { ...paper.subtitle, text: subtitulo },
          legend: { ...paper.legend, enabled: series.length > 1 },
        },
        true,
        false,
        false,
      );
    },
    afterPrint(this: Chart) {
      this.update(
        { ...paintOf(tema), title: { text: "" }, subtitle: { text: "" }, legend: { enabled: false } },
        true,
        false,
        false,
      );
    },
  };
}

/** Printing the whole page uses print colours: the dark theme would be unreadable on paper. */
function usePaper(chart: React.RefObject<Chart | null>, tema: Tema): void {
  useEffect(() => {
    const toPaper = (): void => chart.current?.update(paintOf("light"), true, false, false);
    const back = (): void => chart.current?.update(paintOf(tema), true, false, false);
    window.addEventListener("beforeprint", toPaper);
    window.addEventListener("afterprint", back);
    return () => {
      window.removeEventListener("beforeprint", toPaper);
      window.removeEventListener("afterprint", back);
    };
  }, [chart, tema]);
}

/** Prints one chart alone. The library restores the page after 1 s (spec §9). */
function printChart(chart: Exportavel | null): void {
  chart?.print();
}
