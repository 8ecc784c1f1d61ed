import type { chartTexts as source } from "../../../texts/app/charts.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the chart library. */
export const chartTexts: Translated<typeof source> = {
  loading: "Cargando…",
  noData: "No hay datos para el filtro elegido.",
  resetZoom: "Deshacer zoom",
  resetZoomTitle: "Volver a la escala completa",
  chartTitle: "Gráfica",
  seriesName: "Serie {add index 1}",
  yAxisTitle: "Importes",
  accessibility: {
    defaultChartTitle: "Gráfica",
    chartContainerLabel: "{title}. Gráfica interactiva.",
    svgContainerLabel: "Gráfica interactiva",
    credits: "Créditos de la gráfica: {creditsStr}",
    svgContainerTitle: "",
    screenReaderSection: {
      beforeRegionLabel: "",
      afterRegionLabel: "",
      endOfChartMarker: "Fin de la gráfica interactiva.",
    },
    legend: {
      legendLabelNoTitle: "Mostrar u ocultar series, {chartTitle}",
      legendLabel: "Leyenda de la gráfica: {legendTitle}",
      legendItem: "Ver {itemName}",
    },
    zoom: { resetZoomButton: "Deshacer zoom" },
    chartTypes: {
      emptyChart: "Gráfica sin datos",
      defaultSingle: "Gráfica con {numPoints} {#eq numPoints 1}punto{else}puntos{/eq}.",
      defaultMultiple: "Gráfica con {numSeries} series.",
      columnSingle: "Gráfica de columnas con {numPoints} {#eq numPoints 1}columna{else}columnas{/eq}.",
      columnMultiple: "Gráfica de columnas con {numSeries} series.",
    },
    axis: {
      xAxisDescriptionSingular: "El eje horizontal muestra {names[0]}. {ranges[0]}",
      yAxisDescriptionSingular: "El eje vertical muestra {names[0]}. {ranges[0]}",
      rangeFromTo: "Entre {rangeFrom} y {rangeTo}.",
      rangeCategories: "{numCategories} periodos.",
      defaultAxisNames: { categories: "periodos", time: "tiempo", values: "cantidades" },
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
