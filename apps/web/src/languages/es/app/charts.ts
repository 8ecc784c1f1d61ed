import type { chartTexts as source } from "../../../texts/app/charts.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/charts.ts`. */
export const chartTexts: Translated<typeof source> = {
  loading: "Cargando…",
  noData: "No hay datos para el filtro seleccionado.",
  resetZoom: "Deshacer zoom",
  resetZoomTitle: "Volver a la escala completa",
  chartTitle: "Gráfico",
  seriesName: "Serie {add index 1}",
  yAxisTitle: "Valores",
  accessibility: {
    defaultChartTitle: "Gráfico",
    chartContainerLabel: "{title}. Gráfico interactivo.",
    svgContainerLabel: "Gráfico interactivo",
    credits: "Créditos del gráfico: {creditsStr}",
    svgContainerTitle: "",
    screenReaderSection: {
      beforeRegionLabel: "",
      afterRegionLabel: "",
      endOfChartMarker: "Fin del gráfico interactivo.",
    },
    legend: {
      legendLabelNoTitle: "Mostrar u ocultar series, {chartTitle}",
      legendLabel: "Leyenda del gráfico: {legendTitle}",
      legendItem: "Mostrar {itemName}",
    },
    zoom: { resetZoomButton: "Deshacer zoom" },
    chartTypes: {
      emptyChart: "Gráfico sin datos",
      defaultSingle: "Gráfico con {numPoints} {#eq numPoints 1}punto{else}puntos{/eq}.",
      defaultMultiple: "Gráfico con {numSeries} series.",
      columnSingle: "Gráfico de columnas con {numPoints} {#eq numPoints 1}columna{else}columnas{/eq}.",
      columnMultiple: "Gráfico de columnas con {numSeries} series.",
    },
    axis: {
      xAxisDescriptionSingular: "El eje horizontal muestra {names[0]}. {ranges[0]}",
      yAxisDescriptionSingular: "El eje vertical muestra {names[0]}. {ranges[0]}",
      rangeFromTo: "De {rangeFrom} a {rangeTo}.",
      rangeCategories: "{numCategories} períodos.",
      defaultAxisNames: { categories: "períodos", time: "tiempo", values: "cantidades" },
    },
    series: {
      summary: {
        default:
          "{series.name}, serie {seriesNumber} de {chart.series.length}, con {series.points.length} {#eq series.points.length 1}punto{else}puntos{/eq}.",
        column:
          "{series.name}, serie {seriesNumber} de {chart.series.length}, con {series.points.length} {#eq series.points.length 1}columna{else}columnas{/eq}.",
      },
      description: "{description}",
      xAxisDescription: "Eje horizontal, {name}",
      yAxisDescription: "Eje vertical, {name}",
      nullPointValue: "sin valor",
    },
  },
};
