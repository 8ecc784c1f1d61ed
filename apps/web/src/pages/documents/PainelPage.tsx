import { dayInZone } from "@malote/syntax";
import { Box } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { FirstStepsCard } from "../../features/first-steps/FirstStepsCard.tsx";
import { Charts } from "../../features/painel/charts/Charts.tsx";
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
import { buildKpis } from "../../features/painel/kpis/build-kpis.ts";
import { KpiRow } from "../../features/painel/kpis/KpiRow.tsx";
import { UfBreakdown } from "../../features/painel/map/UfBreakdown.tsx";
import { SORT_ORDERS } from "../../features/painel/map/uf-rows.ts";
import { PendingStrip } from "../../features/painel/pending/PendingStrip.tsx";
import { usePendingItems } from "../../features/painel/pending/use-pending-items.ts";
import { serverNow } from "../../network/clock.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { detailQuery, statisticsQuery, ufsQuery } from "../../rpc/documents/painel.ts";
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
        {tab === "page1" && <TotalsTab {...tabProps} />}
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

function TotalsTab({ filter, range, known }: TabProps): React.JSX.Element {
  const query = useQuery({ ...statisticsQuery(toRequest(filter, range)), enabled: known });
  const previousQuery = useQuery({
    ...statisticsQuery(toRequest(filter, rangeBefore(range))),
    enabled: known,
  });
  const { data: caixas = [] } = useQuery(caixasQuery);
  const allPending = usePendingItems();
  const pendingItems = useFirstShown(allPending !== undefined) ? allPending : undefined;
  const before = previousQuery.isPlaceholderData ? undefined : previousQuery.data;
  // Pending items come first: until they are loaded everything is a skeleton, so that nothing moves later.
  return (
    <TabContent query={query}>
      {(data, busy) => (
        <div key={pendingItems === undefined ? "esboco" : "inteiro"}>
          <div className={classes.steps}>{pendingItems && <FirstStepsCard />}</div>
          {pendingItems && <PendingStrip pendingItems={pendingItems} />}
          <KpiRow
            kpis={data && pendingItems ? buildKpis(data, before, { filtro: filter, range }) : null}
            busy={busy}
          />
          <Charts dados={pendingItems ? data : null} filter={filter} range={range} caixas={caixas.length} />
        </div>
      )}
    </TabContent>
  );
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
          onSort={(sortOrder) => {
            const next = new URLSearchParams(params);
            if (sortOrder === "quantidade") next.delete("ordem");
            else next.set("ordem", sortOrder);
            onParams(next);
          }}
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
