import { translated } from "../../languages/language.ts";

/** Texts of the chart library; most are for screen readers. */
export const chartTexts = translated("chartTexts", {
  loading: "Carregando…",
  noData: "Não há dados para o filtro selecionado.",
  resetZoom: "Desfazer zoom",
  resetZoomTitle: "Voltar à escala inteira",
  chartTitle: "Gráfico",
  seriesName: "Série {add index 1}",
  yAxisTitle: "Valores",
  accessibility: {
    defaultChartTitle: "Gráfico",
    chartContainerLabel: "{title}. Gráfico interativo.",
    svgContainerLabel: "Gráfico interativo",
    credits: "Créditos do gráfico: {creditsStr}",
    svgContainerTitle: "",
    screenReaderSection: {
      beforeRegionLabel: "",
      afterRegionLabel: "",
      endOfChartMarker: "Fim do gráfico interativo.",
    },
    legend: {
      legendLabelNoTitle: "Mostrar ou esconder séries, {chartTitle}",
      legendLabel: "Legenda do gráfico: {legendTitle}",
      legendItem: "Mostrar {itemName}",
    },
    zoom: { resetZoomButton: "Desfazer zoom" },
    chartTypes: {
      emptyChart: "Gráfico sem dados",
      defaultSingle: "Gráfico com {numPoints} {#eq numPoints 1}ponto{else}pontos{/eq}.",
      defaultMultiple: "Gráfico com {numSeries} séries.",
      columnSingle: "Gráfico de colunas com {numPoints} {#eq numPoints 1}coluna{else}colunas{/eq}.",
      columnMultiple: "Gráfico de colunas com {numSeries} séries.",
    },
    axis: {
      xAxisDescriptionSingular: "O eixo horizontal mostra {names[0]}. {ranges[0]}",
      yAxisDescriptionSingular: "O eixo vertical mostra {names[0]}. {ranges[0]}",
      rangeFromTo: "De {rangeFrom} a {rangeTo}.",
      rangeCategories: "{numCategories} períodos.",
      defaultAxisNames: { categories: "períodos", time: "tempo", values: "quantidades" },
    },
    series: {
      summary: {
        default:
          "{series.name}, série {seriesNumber} de {chart.series.length}, com {series.points.length} {#eq series.points.length 1}ponto{else}pontos{/eq}.",
        column:
          "{series.name}, série {seriesNumber} de {chart.series.length}, com {series.points.length} {#eq series.points.length 1}coluna{else}colunas{/eq}.",
      },
      description: "{description}",
      xAxisDescription: "Eixo horizontal, {name}",
      yAxisDescription: "Eixo vertical, {name}",
      nullPointValue: "sem valor",
    },
  },
});
