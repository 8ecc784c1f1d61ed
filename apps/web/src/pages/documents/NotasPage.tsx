import { formatInteger } from "@malote/syntax";
import { useState } from "react";
import { ExportBar } from "../../features/exportacao/ExportBar.tsx";
import { ExportMenu } from "../../features/exportacao/ExportMenu.tsx";
import { BatchBar } from "../../features/nota/batch/BatchBar.tsx";
import { FilterButton } from "../../features/nota/filters/FilterButton.tsx";
import { FilterChips } from "../../features/nota/filters/FilterChips.tsx";
import { narrowFilter } from "../../features/nota/filters/narrow-filter.ts";
import {
  type ListTab,
  writeFilter,
  writePage,
  writeSortOrder,
} from "../../features/nota/filters/nota-filter.ts";
import { flagStateOf } from "../../features/nota/flags/flag-state.ts";
import { useFlags } from "../../features/nota/flags/use-flags.ts";
import { DisplayButton } from "../../features/nota/list/DisplayButton.tsx";
import { EmptyList } from "../../features/nota/list/EmptyList.tsx";
import { ListSkeleton } from "../../features/nota/list/ListSkeleton.tsx";
import { NotaCards } from "../../features/nota/list/NotaCards.tsx";
import { NotaTable } from "../../features/nota/list/NotaTable.tsx";
import { SortButton } from "../../features/nota/list/SortButton.tsx";
import { useNotaList, useNotaListKeys, usePrefetch } from "../../features/nota/list/use-nota-list.ts";
import {
  type ColumnKey,
  readVisibleColumns,
  writeVisibleColumns,
} from "../../features/nota/list/visible-columns.ts";
import { SelectionFooter } from "../../features/nota/selection/SelectionFooter.tsx";
import {
  type NotaSelection,
  SELECTION_MAX,
  useNotaSelection,
} from "../../features/nota/selection/use-nota-selection.ts";
import { SavedViewsButton } from "../../features/saved-views/SavedViewsButton.tsx";
import { useListAddress } from "../../features/saved-views/use-saved-views.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useDivergencias } from "../../rpc/documents/divergencias.ts";
import type { Side } from "../../rpc/documents/queries.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { pagerTexts } from "../../texts/app/general.ts";
import { notasTexts as texts } from "../../texts/lists/notas.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { ListPage } from "../../ui/layout/ListPage.tsx";
import { useIsPhone, usePageTitle } from "../../ui/layout/page-hooks.ts";
import { useDensity } from "../../ui/list/density.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { useStored } from "../../ui/state/stored-value.ts";

const LIST_NAMES = { E: "recebidos", S: "emitidos" } as const;

/** The list of received or issued documents, its filter and its divergences. */
export function NotasPage({ side }: { side: Side }): React.JSX.Element {
  const listName = LIST_NAMES[side];
  const [columns, setColumns] = useColumns(listName);
  const urlState = useListAddress(listName, setColumns);
  const list = useNotaList(side, urlState);
  const { aba: tab, filtro: filter, pagina: page, paginas: pageCount, query, setParams, params } = list;
  const scope = `${side} ${tab} ${writeFilter(new URLSearchParams(), filter, tab)}`;
  // Rows and total still belong to the previous page or filter.
  const isStale = query.isPlaceholderData;
  const selection = useNotaSelection(scope, isStale);
  const flags = useFlags();
  const withBatch = useLatched(selection.notas.length > 0 || flags.lote !== null);
  const notas = query.data?.results ?? [];
  const total = query.data ? formatTotal(query.data) : "";
  const totalCount = query.data?.totalCount ?? 0;
  const exportable = { ...list.pedido, total: isStale || !query.data ? null : totalCount };
  usePageTitle(texts[listName]);
  usePrefetch(list);
  useNotaListKeys(notas, selection.toggle);
  return (
    <ListPage
      title={texts[listName]}
      summary={total}
      actions={
        <>
          <FilterButton filter={filter} onChange={list.setFiltro} />
          <SortButton sortOrder={list.ordem} onChange={(next) => setParams(writeSortOrder(params, next))} />
          <ExportMenu list={exportable} />
        </>
      }
      tabs={side === "E" ? <Tabs tab={tab} withoutView={urlState.withoutView} /> : undefined}
      chips={
        <>
          <FilterChips filter={filter} tab={tab} onChange={list.setFiltro} />
          <SavedViewsButton list={listName} colunas={writeVisibleColumns(columns)} onColumns={setColumns} />
        </>
      }
      selectable
      display={
        <DisplayButton
          side={side}
          columns={columns}
          onColumns={(next) => setColumns(next && writeVisibleColumns(next))}
        />
      }
      busy={isStale}
      floating={
        <>
          {selection.wholeFilter && (
            <ExportBar
              list={{ ...exportable, total: totalCount }}
              limit={SELECTION_MAX}
              onClear={selection.clear}
            />
          )}
          {withBatch && <BatchBar side={side} timeZone={list.zona} selection={selection} flags={flags} />}
        </>
      }
      footer={
        <Pager
          page={page}
          pages={pageCount}
          total={total}
          onPage={(next) => setParams(writePage(params, next, tab))}
        >
          <SelectionFooter
            notas={notas}
            request={list.pedido}
            total={isStale ? 0 : totalCount}
            selection={selection}
          />
        </Pager>
      }
    >
      <Content side={side} list={list} columns={columns} selection={selection} setFlag={flags.marcar} />
    </ListPage>
  );
}

/** Whether the condition is or ever was true: a running batch outlives the selection it started with. */
function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}

/** The columns of the user's list; also applies the row density. */
function useColumns(listName: string): [readonly ColumnKey[], (columns: string | null) => void] {
  const owner = useOwner();
  useDensity(owner);
  const [kept, keep] = useStored<string>(`colunas-${listName}`, owner, readText);
  return [readVisibleColumns(kept || null), keep];
}

function readText(stored: unknown): string {
  return typeof stored === "string" ? stored : "";
}

/** The documents, or an empty state with the reason and the next action. */
function Content(props: {
  side: Side;
  list: ReturnType<typeof useNotaList>;
  columns: readonly ColumnKey[];
  selection: NotaSelection;
  setFlag: ReturnType<typeof useFlags>["marcar"];
}): React.JSX.Element {
  const { side, list, columns, selection, setFlag } = props;
  const { aba: tab, filtro: filter, query, setFiltro: setFilter } = list;
  const phone = useIsPhone();
  if (query.isPending) return <ListSkeleton />;
  if (!query.data) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  const notas = query.data.results;
  if (notas.length === 0) {
    return <EmptyList side={side} tab={tab} filter={filter} onChange={setFilter} />;
  }
  const NotaList = phone ? NotaCards : NotaTable;
  return (
    <NotaList
      {...list}
      notas={notas}
      side={side}
      columns={columns}
      selection={selection}
      onlyDivergencias={tab === "div"}
      onFilter={(field, nota) => setFilter(narrowFilter(filter, field, { nota, side }))}
      onSetFlag={(nota, flag) => void setFlag([nota], flag, !flagStateOf(nota, flag).isOn)}
    />
  );
}

function Tabs({ tab, withoutView }: { tab: ListTab; withoutView: string }): React.JSX.Element {
  const { total = 0 } = useDivergencias("notas");
  return (
    <LinkTabs
      label={texts.abas.rotulo}
      active={tab}
      tabs={[
        { key: "repo", title: texts.abas.repo, to: `/dfe_recebidos${withoutView}` },
        {
          key: "div",
          title: texts.abas.div,
          to: "/dfe_recebidos?tab=div",
          count: total > 0 ? formatInteger(total) : undefined,
        },
      ]}
    />
  );
}

function formatTotal(data: { totalCount: number; totalExato?: boolean }): string {
  const total = formatInteger(data.totalCount);
  return pagerTexts.documentos(data.totalExato === false ? pagerTexts.maisDe(total) : total);
}
