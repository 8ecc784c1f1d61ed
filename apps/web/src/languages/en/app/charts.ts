import type { chartTexts as source } from "../../../texts/app/charts.ts";
import type { Translated } from "../../translated.ts";

/** English texts of the chart library. */
export const chartTexts: Translated<typeof source> = {
  loading: "Loading…",
  noData: "There is no data for the chosen filter.",
  resetZoom: "Undo zoom",
  resetZoomTitle: "Back to the full scale",
  chartTitle: "Chart",
  seriesName: "Series {add index 1}",
  yAxisTitle: "Values",
  accessibility: {
    defaultChartTitle: "Chart",
    chartContainerLabel: "{title}. Interactive chart.",
    svgContainerLabel: "Interactive chart",
    credits: "Chart credits: {creditsStr}",
    svgContainerTitle: "",
    screenReaderSection: {
      beforeRegionLabel: "",
      afterRegionLabel: "",
      endOfChartMarker: "End of the interactive chart.",
    },
    legend: {
      legendLabelNoTitle: "Show or hide series, {chartTitle}",
      legendLabel: "Chart legend: {legendTitle}",
      legendItem: "Show {itemName}",
    },
    zoom: { resetZoomButton: "Undo zoom" },
    chartTypes: {
      emptyChart: "Chart without data",
      defaultSingle: "Chart with {numPoints} {#eq numPoints 1}point{else}points{/eq}.",
      defaultMultiple: "Chart with {numSeries} series.",
      columnSingle: "Column chart with {numPoints} {#eq numPoints 1}column{else}columns{/eq}.",
      columnMultiple: "Column chart with {numSeries} series.",
    },
    axis: {
      xAxisDescriptionSingular: "The horizontal axis shows {names[0]}. {ranges[0]}",
      yAxisDescriptionSingular: "The vertical axis shows {names[0]}. {ranges[0]}",
      rangeFromTo: "From {rangeFrom} to {rangeTo}.",
      rangeCategories: "{numCategories} periods.",
      defaultAxisNames: { categories: "periods", time: "time", values: "amounts" },
    },
    series: {
      summary: {
        default:
          "{series.name}, series {seriesNumber} of {chart.series.length}, with {series.points.length} {#eq series.points.length 1}point{else}points{/eq}.",
        column:
          "{series.name}, series {seriesNumber} of {chart.series.length}, with {series.points.length} {#eq series.points.length 1}column{else}columns{/eq}.",
      },
      description: "{description}",
      xAxisDescription: "Horizontal axis, {name}",
      yAxisDescription: "Vertical axis, {name}",
      nullPointValue: "no value",
    },
  },
};
