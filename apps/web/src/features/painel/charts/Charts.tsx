import { TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import { Box, Center, Flex, Group, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { Component, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ColumnChartProps, Zoom } from "../../../charts/ColumnChart.tsx";
import type { ChartData } from "../../../charts/chart-options.ts";
import { lazyPart } from "../../../network/load-code.ts";
import type { Statistics } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { SegmentedControl } from "../../../ui/form/SegmentedControl.tsx";
import { type DayRange, type PainelFilter, rangeBefore } from "../filters/painel-filter.ts";
import { emailsHref, notasHref } from "../list-links.ts";
import { daysOfPoint } from "../period-labels.ts";
import { Swatch } from "../Swatch.tsx";
import classes from "../Totals.module.css";
import { chartDataOf, valorChartsOf } from "./chart-series.ts";

// Loaded lazily: the numbers do not wait for the chart library.
const Colunas = lazyPart(async () => (await import("../../../charts/ColumnChart.tsx")).ColumnChart);

const { graficos: t } = texts;

/** What the charts measure. */
export const MEASURES = ["quantidade", "valor"] as const;
export type Measure = (typeof MEASURES)[number];

type ChartsProps = {
  dados: Statistics | null;
  /** The same of the range before; undefined until known. */
  before: Statistics | undefined;
  filter: PainelFilter;
  range: DayRange;
  caixas: number;
};

/** Two charts of a range on one scale, of counts or of money; a zoom applies to both. */
export function Charts(
  props: ChartsProps & { measure: Measure; onMeasure: (measure: Measure) => void },
): React.JSX.Element {
  const { measure, onMeasure, dados, range } = props;
  const [zoom, onZoom] = useZoom(`${range.de} ${range.ate} ${dados?.dateGroup}`);
  const Pair = measure === "valor" ? ValorCharts : CountCharts;
  return (
    <>
      <Group px="var(--h-gutter)" pt={22} mb={-14} className="sem-impressao">
        <SegmentedControl
          label={t.medida.rotulo}
          value={measure}
          options={MEASURES}
          texts={t.medida}
          onChange={onMeasure}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing={40} verticalSpacing={28} p="30px var(--h-gutter) 24px">
        <Pair {...props} zoom={zoom} onZoom={onZoom} />
      </SimpleGrid>
    </>
  );
}

type PairProps = ChartsProps & Pick<ColumnChartProps, "zoom" | "onZoom">;

/** The days of a point of a series. */
function daysAt(
  { dados, range }: Pick<ChartsProps, "dados" | "range">,
  serie: readonly { periodo: string }[],
  at: number,
): DayRange {
  return dados ? daysOfPoint(serie[at]?.periodo ?? range.de, dados.dateGroup, range.ate) : range;
}

function fileNameOf(name: string, { de, ate }: DayRange): string {
  return `${name}-${de}-a-${ate}`;
}

/** E-mails, and documents by type. */
function CountCharts(props: PairProps): React.JSX.Element {
  const { dados, filter, range, caixas, zoom, onZoom } = props;
  const navigate = useNavigate();
  const charts = dados && chartDataOf(dados, { ate: range.ate, caixas });
  return (
    <>
      <ChartSection
        titulo={t.emails}
        subtitulo={t.emailsDe(caixas)}
        dados={charts?.emails ?? null}
        name={fileNameOf(t.arquivos.emails, range)}
        {...{ zoom, onZoom }}
        onPoint={(at) =>
          dados && void navigate(emailsHref(daysAt(props, dados.chatEmails, at), filter.empresaId))
        }
      />
      <ChartSection
        titulo={t.notas}
        subtitulo={t.notasDe}
        dados={charts?.notas ?? null}
        name={fileNameOf(t.arquivos.notas, range)}
        legenda
        {...{ zoom, onZoom }}
        onPoint={(at, serie) => {
          const tipo = TIPOS_NOTA[serie];
          if (!dados || !tipo) return;
          void navigate(notasHref({ ...filter, range: daysAt(props, dados.chatNotas, at), tipos: [tipo] }));
        }}
      />
    </>
  );
}

/** The value of the documents with that of the range before, and by type. */
function ValorCharts(props: PairProps): React.JSX.Element {
  const { dados, before, filter, range, zoom, onZoom } = props;
  const navigate = useNavigate();
  const charts = dados && valorChartsOf(dados, { before, papel: filter.papel, range });
  const open = (days: DayRange, tipos: readonly TipoNota[] = []): void =>
    void navigate(notasHref({ ...filter, range: days, tipos }));
  return (
    <>
      <ChartSection
        titulo={t.valor[filter.papel]}
        subtitulo={t.valorDe}
        dados={charts?.total ?? null}
        name={fileNameOf(t.arquivos.valor, range)}
        legenda
        {...{ zoom, onZoom }}
        onPoint={(at, serie) => {
          if (!dados) return;
          // The dashed line is the second series: its points lead to their own days.
          const earlier = before?.chatNotas[at]?.periodo;
          if (serie === 0) open(daysAt(props, dados.chatNotas, at));
          else if (earlier) open(daysOfPoint(earlier, dados.dateGroup, rangeBefore(range).ate));
        }}
      />
      <ChartSection
        titulo={t.valorTipos}
        subtitulo={t.valorDe}
        dados={charts?.tipos ?? null}
        name={fileNameOf(t.arquivos.valorTipos, range)}
        legenda
        {...{ zoom, onZoom }}
        onPoint={(at, serie) => {
          const tipo = TIPOS_NOTA[serie];
          if (dados && tipo) open(daysAt(props, dados.chatNotas, at), [tipo]);
        }}
      />
    </>
  );
}

function ChartSection(
  props: Omit<ColumnChartProps, "data"> & {
    dados: ChartData | null;
    titulo: string;
    subtitulo: string;
    legenda?: boolean;
  },
): React.JSX.Element {
  const { titulo, subtitulo, dados, legenda = false, ...chartProps } = props;
  return (
    <section aria-label={titulo}>
      <Group mih={28} pr={36} style={{ whiteSpace: "nowrap" }}>
        <h2 className="t-secao">{titulo}</h2>
        {/* In place of the subtitle, so that the chart does not move. */}
        {chartProps.zoom ? (
          <Box flex={1}>
            <button
              type="button"
              className="acao-barra sem-impressao"
              onClick={() => chartProps.onZoom(null)}
            >
              {t.zoom}
            </button>
          </Box>
        ) : (
          <Text inherit truncate flex={1} c="var(--text-2)">
            {subtitulo}
          </Text>
        )}
        {legenda && dados && (
          <Group component="ul" gap="4px 12px">
            {dados.series.map(({ name, color }) => (
              <Flex component="li" key={name} className="t-rotulo" align="center" gap={6} c="var(--text-2)">
                <Swatch color={`var(--grafico-${color})`} />
                {name}
              </Flex>
            ))}
            {dados.before && (
              <Flex component="li" className="t-rotulo" align="center" gap={6} c="var(--text-2)">
                <span className={classes.dash} aria-hidden="true" />
                {dados.before.name}
              </Flex>
            )}
          </Group>
        )}
      </Group>
      <Box pos="relative" h={{ base: 280, xs: 344 }} mt={8} className={classes.chart}>
        <ChartErrorBoundary>
          {/* The boundary comes with the data: an older one would hold the figures until Highcharts came. */}
          {dados ? (
            <Suspense fallback={<ChartPlaceholder />}>
              <Colunas data={dados} {...chartProps} />
            </Suspense>
          ) : (
            <ChartPlaceholder />
          )}
        </ChartErrorBoundary>
      </Box>
    </section>
  );
}

const PLACEHOLDER_HEIGHTS = [24, 12, 62, 74, 80, 70, 30];

function ChartPlaceholder(): React.JSX.Element {
  return (
    <Flex align="flex-end" gap="6%" h="100%" p="16px 0 32px 32px" role="status" aria-label={t.carregando}>
      {PLACEHOLDER_HEIGHTS.map((height) => (
        <Skeleton key={height} flex={1} h={`${height}%`} radius={2} />
      ))}
    </Flex>
  );
}

/** Error boundary: a chart that fails to render leaves the rest of the page intact. */
class ChartErrorBoundary extends Component<{ children: React.ReactNode }, { caiu: boolean }> {
  override state = { caiu: false };

  static getDerivedStateFromError(): { caiu: boolean } {
    return { caiu: true };
  }

  override render(): React.ReactNode {
    if (!this.state.caiu) return this.props.children;
    return (
      <Center h="100%" c="var(--text-2)" role="alert">
        {t.falhou}
      </Center>
    );
  }
}

/** The zoom of the charts, which is reset when the range changes. */
function useZoom(range: string): [Zoom, (zoom: Zoom) => void] {
  const [kept, setKept] = useState<{ range: string; zoom: Zoom }>({ range, zoom: null });
  const zoom = kept.range === range ? kept.zoom : null;
  return [zoom, (next) => setKept({ range, zoom: next })];
}
