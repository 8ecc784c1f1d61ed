import { TIPOS_NOTA } from "@malote/syntax";
import { Box, Center, Flex, Group, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { Component, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ColumnChartProps, Zoom } from "../../../charts/ColumnChart.tsx";
import type { ChartData } from "../../../charts/chart-options.ts";
import { lazyPart } from "../../../network/load-code.ts";
import type { Statistics } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { emailsHref, notasHref } from "../list-links.ts";
import { daysOfPoint } from "../period-labels.ts";
import { Swatch } from "../Swatch.tsx";
import classes from "../Totals.module.css";
import { chartDataOf } from "./chart-series.ts";

// Loaded lazily: the numbers do not wait for the chart library.
const Colunas = lazyPart(async () => (await import("../../../charts/ColumnChart.tsx")).ColumnChart);

const { graficos: t } = texts;

/** Charts of e-mails and documents in a range, on one scale; a zoom applies to both. */
export function Charts(props: {
  dados: Statistics | null;
  filter: PainelFilter;
  range: DayRange;
  caixas: number;
}): React.JSX.Element {
  const { dados, filter, range, caixas } = props;
  const [zoom, setZoom] = useZoom(`${range.de} ${range.ate} ${dados?.dateGroup}`);
  const navigate = useNavigate();
  const charts = dados && chartDataOf(dados, { ate: range.ate, caixas });
  const daysOf = (serie: readonly { periodo: string }[], at: number): DayRange =>
    dados ? daysOfPoint(serie[at]?.periodo ?? range.de, dados.dateGroup, range.ate) : range;
  const fileNameOf = (nome: string): string => `${nome}-${range.de}-a-${range.ate}`;
  return (
    <SimpleGrid cols={{ base: 1, xl: 2 }} spacing={40} verticalSpacing={28} p="30px var(--h-gutter) 24px">
      <ChartSection
        titulo={t.emails}
        subtitulo={t.emailsDe(caixas)}
        dados={charts?.emails ?? null}
        name={fileNameOf(t.arquivos.emails)}
        zoom={zoom}
        onZoom={setZoom}
        onPoint={(at) => dados && void navigate(emailsHref(daysOf(dados.chatEmails, at), filter.empresaId))}
      />
      <ChartSection
        titulo={t.notas}
        subtitulo={t.notasDe}
        dados={charts?.notas ?? null}
        name={fileNameOf(t.arquivos.notas)}
        legenda
        zoom={zoom}
        onZoom={setZoom}
        onPoint={(at, serie) => {
          const tipo = TIPOS_NOTA[serie];
          if (!dados || !tipo) return;
          void navigate(notasHref({ ...filter, range: daysOf(dados.chatNotas, at), tipos: [tipo] }));
        }}
      />
    </SimpleGrid>
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
