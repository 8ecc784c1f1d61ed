import { AUDITOR_ORDERS, PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { dayInZone, formatInteger } from "@malote/syntax";
import { IconChecks, IconInbox, IconZoomCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { AuditorFilterButton, AuditorFilterChips } from "../../features/auditor/AuditorFilterControls.tsx";
import { AuditorList } from "../../features/auditor/AuditorList.tsx";
import { AuditorSkeleton } from "../../features/auditor/AuditorSkeleton.tsx";
import {
  EMPTY_FILTER,
  isBroad,
  type ListFilter,
  readFilter,
  readSortOrder,
  readTab,
  toSearchFilter,
  writeFilter,
  writeSortOrder,
} from "../../features/auditor/list-filter.ts";
import { SavedViewsButton } from "../../features/saved-views/SavedViewsButton.tsx";
import { useListAddress } from "../../features/saved-views/use-saved-views.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { type AuditorRow, auditorCountQuery, auditorListQuery } from "../../rpc/documents/auditor.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { LinkButton, PlainButton } from "../../ui/form/PlainButton.tsx";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { ListPage } from "../../ui/layout/ListPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { useDensity } from "../../ui/list/density.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { readPageParam, writePageParam } from "../../ui/list/page-param.ts";
import { useFocusOpenRow, useListKeys } from "../../ui/list/row-focus.ts";
import { SortMenu } from "../../ui/list/SortMenu.tsx";

/** What SEFAZ reported about the conta's documents, and which of them never arrived. */
export function AuditorPage(): React.JSX.Element {
  const list = useAuditorList();
  const {
    params,
    setParams,
    filtro: filter,
    setFiltro: setFilter,
    ordem: sortOrder,
    pagina: page,
    query,
  } = list;
  const total = query.data ? texts.total(formatInteger(query.data.totalCount)) : "";
  const pages = Math.ceil((query.data?.totalCount ?? 0) / PAGE_SIZE);
  usePageTitle(texts.titulo);
  useDensity(useOwner());
  useListKeys();
  return (
    <ListPage
      title={texts.titulo}
      summary={texts.explica}
      actions={
        <>
          <AuditorFilterButton filter={filter} onChange={setFilter} />
          <SortMenu
            label={filterTexts.ordenar}
            value={sortOrder}
            options={AUDITOR_ORDERS.map((value) => ({ value, label: texts.ordens[value] }))}
            onChange={(next) => setParams(writeSortOrder(params, next))}
          />
        </>
      }
      tabs={<Tabs lista={list} />}
      chips={
        <>
          <AuditorFilterChips filter={filter} onChange={setFilter} />
          <SavedViewsButton list="auditor" />
        </>
      }
      busy={query.isPlaceholderData}
      footer={
        <Pager
          page={page}
          pages={Math.max(1, Math.min(pages, PAGE_DEPTH_MAX / PAGE_SIZE))}
          total={total}
          onPage={(next) => setParams(writePageParam(params, next))}
        />
      }
    >
      <Content lista={list} />
    </ListPage>
  );
}

/** The state in the URL, and the page of records that it requests. */
function useAuditorList() {
  const { params, setParams, withoutView } = useListAddress("auditor");
  const location = useLocation();
  const timeZone = useTimeZone();
  const activeTab = readTab(params);
  const filter = readFilter(params);
  const sortOrder = readSortOrder(params);
  const page = readPageParam(params);
  const today = dayInZone(new Date(), timeZone);
  const searchFilter = toSearchFilter(filter, activeTab, today);
  const query = useQuery(auditorListQuery({ searchFilter, listSearchOrder: sortOrder, currentPage: page }));
  const missingCount = useQuery(auditorCountQuery(toSearchFilter(filter, "faltando", today)));
  const list = `${location.pathname}${location.search}`;
  const linkOf = (registro: AuditorRow): { to: string; state: unknown } => ({
    to: `/auditor/${registro.id}`,
    state: { lista: list, pos: (page - 1) * PAGE_SIZE + (query.data?.results.indexOf(registro) ?? 0) },
  });
  useFocusOpenRow(list, (page - 1) * PAGE_SIZE, query.data !== undefined);
  const setFilter = (next: ListFilter): void => setParams(writeFilter(params, next));
  return {
    params,
    setParams,
    setFiltro: setFilter,
    zona: timeZone,
    aba: activeTab,
    filtro: filter,
    ordem: sortOrder,
    pagina: page,
    query,
    faltando: missingCount,
    linkOf,
    semVisao: withoutView,
  };
}

function Tabs({ lista: list }: { lista: ReturnType<typeof useAuditorList> }): React.JSX.Element {
  const { params, aba: activeTab, faltando: missingCount, semVisao: withoutView } = list;
  const toOf = (tab: string | null): string => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (tab === null) next.delete("tab");
    else next.set("tab", tab);
    return next.size === 0 ? `/auditor${withoutView}` : `/auditor?${next}`;
  };
  const total = missingCount.data ?? 0;
  return (
    <LinkTabs
      label={texts.abas.rotulo}
      active={activeTab}
      tabs={[
        { key: "todos", title: texts.abas.todos, to: toOf(null), count: undefined },
        {
          key: "faltando",
          title: texts.abas.faltando,
          to: toOf("faltando"),
          count: total > 0 ? formatInteger(total) : undefined,
          tone: "aviso",
        },
      ]}
    />
  );
}

/** The records, or an empty state with the reason and the next action. */
function Content({ lista: list }: { lista: ReturnType<typeof useAuditorList> }): React.JSX.Element {
  const { query, zona: timeZone, linkOf } = list;
  if (query.isPending) return <AuditorSkeleton label={general.carregando} />;
  if (!query.data) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  const registros = query.data.results;
  if (registros.length === 0) return <EmptyList lista={list} />;
  return <AuditorList registros={registros} timeZone={timeZone} linkOf={linkOf} />;
}

function EmptyList({ lista: list }: { lista: ReturnType<typeof useAuditorList> }): React.JSX.Element {
  const { aba: activeTab, filtro: filter, setFiltro: setFilter } = list;
  const anyCount = useQuery(auditorCountQuery({}));
  const { data: empresas = [] } = useQuery(empresasQuery);
  const isEnabled = empresas.some((empresa) => empresa.ativarAuditor && empresa.certificado !== null);
  const lastSync = lastOf(
    empresas.flatMap(({ distribuicoes }) => distribuicoes.map(({ ultimaEm }) => ultimaEm)),
  );
  const syncText =
    lastSync === null ? texts.semLeitura : texts.ate(formatNearInstant(lastSync, new Date(), list.zona));
  if (anyCount.data === 0) {
    const enableLink = <LinkButton to="/admin?tab=empresa">{texts.ligar}</LinkButton>;
    return (
      <EmptyState icon={IconZoomCheck} title={texts.nenhum} action={enableLink}>
        {isEnabled ? syncText : texts.nenhumTexto}
      </EmptyState>
    );
  }
  if (activeTab === "faltando" && isBroad(filter)) {
    return (
      <EmptyState icon={IconChecks} title={texts.nadaFalta}>
        {`${texts.nadaFaltaTexto} ${syncText}`}
      </EmptyState>
    );
  }
  const clearAction = <PlainButton onClick={() => setFilter(EMPTY_FILTER)}>{texts.limpar}</PlainButton>;
  return (
    <EmptyState icon={IconInbox} title={texts.vazio} action={clearAction}>
      {texts.vazioTexto}
    </EmptyState>
  );
}

function lastOf(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null).map((instant) => instant.getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}

export { AuditorPage as Component };
