import { dayInZone } from "@malote/syntax";
import { Box } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { FirstStepsCard, useFirstSteps } from "../../features/first-steps/FirstStepsCard.tsx";
import { Charts, MEASURES } from "../../features/painel/charts/Charts.tsx";
import { DetailTable } from "../../features/painel/detail/DetailTable.tsx";
import { FilterBar } from "../../features/painel/filters/FilterBar.tsx";
import {
  countDays,
  type DayRange,
  groupingOf,
  type PainelFilter,
  type PainelTab,
  rangeBefore,
  rangeOf,
  readFilter,
  readTab,
  TABS,
  tabHref,
  toRequest,
  writeFilter,
} from "../../features/painel/filters/painel-filter.ts";
import { buildKpis, type Kpi, type OpenSums } from "../../features/painel/kpis/build-kpis.ts";
import { KpiRow } from "../../features/painel/kpis/KpiRow.tsx";
import { openFilterOf } from "../../features/painel/list-links.ts";
import { UfBreakdown } from "../../features/painel/map/UfBreakdown.tsx";
import { SORT_ORDERS } from "../../features/painel/map/uf-rows.ts";
import { PendingStrip } from "../../features/painel/pending/PendingStrip.tsx";
import { usePendingItems } from "../../features/painel/pending/use-pending-items.ts";
import { PrintedPainel } from "../../features/painel/sheet/PrintedPainel.tsx";
import { TopLists } from "../../features/painel/tops/TopLists.tsx";
import { serverNow } from "../../network/clock.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import {
  detailQuery,
  type Statistics,
  statisticsQuery,
  sumQuery,
  topsQuery,
  ufsQuery,
} from "../../rpc/documents/painel.ts";
import { caixasQuery } from "../../rpc/documents/queries.ts";
import { useCurrentUser, useTimeZone } from "../../rpc/session/current-user.ts";
import { painelTexts as texts } from "../../texts/lists/painel.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { useFirstShown, usePageTitle } from "../../ui/layout/page-hooks.ts";
import { ScrollRegion } from "../../ui/layout/ScrollRegion.tsx";
import classes from "./PainelPage.module.css";

/** What arrived, what needs attention, and the totals of a period. */
export function PainelPage(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const timeZone = useTimeZone();
  const known = useCurrentUser() !== undefined;
  const tab = readTab(params);
  const filter = useFilterWithEmpresaId(readFilter(params));
  const today = dayInZone(serverNow(), timeZone);
  const range = rangeOf(filter.periodo, today);
  const tabProps = { params, filter, range, known };
  usePageTitle(texts.titulo);
  return (
    <div className={classes.page}>
      <Box component="h1" px="var(--h-gutter)" pt={{ base: 16, xs: 20 }} className="t-pagina">
        {texts.titulo}
      </Box>
      <LinkTabs
        label={texts.abas.rotulo}
        active={tab}
        tabs={TABS.map((key) => ({
          key,
          title: texts.abas[key],
          to: tabHref(params, key),
        }))}
      />
      <ScrollRegion className={classes.body} aria-label={texts.abas[tab]}>
        <FilterBar
          filter={filter}
          onChange={(next) => setParams(writeFilter(params, next))}
          today={today}
          timeZone={timeZone}
          group={groupingOf(countDays(range))}
          countedAt={useCountedAt(tab, tabProps)}
        />
        {tab === "page1" && <TotalsTab {...tabProps} onParams={setParams} />}
        {tab === "page2" && <UfTab {...tabProps} onParams={setParams} />}
        {tab === "page3" && <DetailTab {...tabProps} />}
      </ScrollRegion>
    </div>
  );
}

function useFilterWithEmpresaId(filter: PainelFilter): PainelFilter {
  const { data: empresas = [] } = useQuery({ ...empresasQuery, enabled: filter.empresa !== "" });
  return { ...filter, empresaId: empresas.find(({ cnpj }) => cnpj === filter.empresa)?.id };
}

/** known: the signed-in user is loaded, and with it the time zone that determines today. */
type TabProps = { params: URLSearchParams; filter: PainelFilter; range: DayRange; known: boolean };

/** When the figures on screen were loaded, as a timestamp in ms. */
function useCountedAt(tab: PainelTab, { filter, range }: TabProps): number {
  const request = toRequest(filter, range);
  const totalsAt = useQuery({ ...statisticsQuery(request), enabled: false }).dataUpdatedAt;
  const ufsAt = useQuery({ ...ufsQuery(request), enabled: false }).dataUpdatedAt;
  const detailAt = useQuery({ ...detailQuery(request), enabled: false }).dataUpdatedAt;
  return { page1: totalsAt, page2: ufsAt, page3: detailAt }[tab];
}

function TotalsTab(props: TabProps & { onParams: (params: URLSearchParams) => void }): React.JSX.Element {
  const { params, filter, range, known, onParams } = props;
  const query = useQuery({ ...statisticsQuery(toRequest(filter, range)), enabled: known });
  const previousQuery = useQuery({
    ...statisticsQuery(toRequest(filter, rangeBefore(range))),
    enabled: known,
  });
  const tops = useQuery({ ...topsQuery(toRequest(filter, range)), enabled: known });
  const { data: caixas = [] } = useQuery(caixasQuery);
  const allPending = usePendingItems();
  const firstSteps = useFirstSteps();
  const open = useOpenSums(filter);
  const isWhole = allPending !== undefined && firstSteps !== undefined && open !== undefined;
  const pendingItems = useFirstShown(isWhole) ? allPending : undefined;
  const before = previousQuery.isPlaceholderData ? undefined : previousQuery.data;
  const kpisOf = (data: Statistics | null): Kpi[] | null =>
    data && pendingItems && open ? buildKpis(data, { before, open }, { filtro: filter, range }) : null;
  // First steps and pending items come first: until they are known everything is a skeleton, so that
  // nothing moves later.
  return (
    <TabContent query={query}>
      {(data, busy) => (
        <div key={pendingItems === undefined ? "esboco" : "inteiro"}>
          <div className={classes.steps}>
            {pendingItems && firstSteps && <FirstStepsCard setup={firstSteps} />}
          </div>
          {pendingItems && <PendingStrip pendingItems={pendingItems} />}
          <KpiRow kpis={kpisOf(data)} busy={busy} />
          <Charts
            dados={pendingItems ? data : null}
            {...{ before, filter, range }}
            caixas={caixas.length}
            measure={MEASURES.find((each) => each === params.get("medida")) ?? "quantidade"}
            onMeasure={(measure) => onParams(withParam(params, "medida", measure, "quantidade"))}
          />
          <TopLists query={tops} filter={filter} range={range} />
          {data && pendingItems && (
            <PrintedPainel
              painel={{
                ...{ filter, range, data, before, pendingItems, tops: tops.data },
                ...{ caixas: caixas.length, kpis: kpisOf(data) ?? [] },
              }}
            />
          )}
        </div>
      )}
    </TabContent>
  );
}

/** The parameters with one changed; its usual value is not written. */
function withParam(params: URLSearchParams, name: string, value: string, usual: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === usual) next.delete(name);
  else next.set(name, value);
  return next;
}

/** What is still to be done, whatever the period; undefined until each is known or has failed. */
function useOpenSums({ papel, empresa, empresaId }: PainelFilter): OpenSums | undefined {
  // Without its id, the company of the filter is not known yet.
  const enabled = empresa === "" || empresaId !== undefined;
  const scope = { empresaId };
  const divergencias = useQuery({ ...sumQuery(papel, openFilterOf("divergencias", scope)), enabled });
  const abertas = useQuery({ ...sumQuery(papel, openFilterOf("abertas", scope)), enabled });
  if (!enabled) return { divergencias: undefined, abertas: undefined };
  if ([divergencias, abertas].some(({ data, isError }) => data === undefined && !isError)) return undefined;
  return { divergencias: divergencias.data, abertas: abertas.data };
}

function UfTab(props: TabProps & { onParams: (params: URLSearchParams) => void }): React.JSX.Element {
  const { params, filter, range, known, onParams } = props;
  const query = useQuery({ ...ufsQuery(toRequest(filter, range)), enabled: known });
  return (
    <TabContent query={query}>
      {(rows, busy) => (
        <UfBreakdown
          rows={rows}
          busy={busy}
          filter={filter}
          range={range}
          sortOrder={SORT_ORDERS.find((sortOrder) => sortOrder === params.get("ordem")) ?? "quantidade"}
          onSort={(sortOrder) => onParams(withParam(params, "ordem", sortOrder, "quantidade"))}
        />
      )}
    </TabContent>
  );
}

function DetailTab({ filter, range, known }: TabProps): React.JSX.Element {
  const query = useQuery({ ...detailQuery(toRequest(filter, range)), enabled: known });
  return (
    <TabContent query={query}>
      {(rows, busy) => (
        <DetailTable
          key={`${range.de} ${range.ate} ${filter.papel} ${filter.empresa}`}
          rows={rows}
          busy={busy}
          filter={filter}
          range={range}
          group={groupingOf(countDays(range))}
        />
      )}
    </TabContent>
  );
}

/** The content of a tab, null while it loads; or the failure. busy: it belongs to the previous filter. */
function TabContent<T>(props: {
  query: UseQueryResult<T>;
  children: (data: T | null, busy: boolean) => React.ReactNode;
}): React.ReactNode {
  const { query, children } = props;
  const { data = null, error } = query;
  const shown = useFirstShown(data !== null);
  if (error && data === null) {
    return <FailureState failure={explainFailure(error)} onRetry={() => void query.refetch()} />;
  }
  return children(shown ? data : null, query.isPlaceholderData);
}

export { PainelPage as Component };
