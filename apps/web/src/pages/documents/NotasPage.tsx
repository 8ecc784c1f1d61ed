import { PAGE_SIZE } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { useState } from "react";
import { ExportBar } from "../../features/exportacao/ExportBar.tsx";
import { ExportMenu } from "../../features/exportacao/ExportMenu.tsx";
import { BatchBar } from "../../features/nota/batch/BatchBar.tsx";
import { narrowFilter } from "../../features/nota/filters/narrow-filter.ts";
import { type ListFilter, type ListTab, NOTA_LISTS } from "../../features/nota/filters/nota-filter.ts";
import { flagStateOf } from "../../features/nota/flags/flag-state.ts";
import { useFlags } from "../../features/nota/flags/use-flags.ts";
import { DisplayButton } from "../../features/nota/list/DisplayButton.tsx";
import { EmptyList } from "../../features/nota/list/EmptyList.tsx";
import type { NotaListProps } from "../../features/nota/list/list-props.ts";
import { NotaCards } from "../../features/nota/list/NotaCards.tsx";
import { NotaTable } from "../../features/nota/list/NotaTable.tsx";
import { usePrefetch } from "../../features/nota/list/use-prefetch.ts";
import {
  type ColumnKey,
  readVisibleColumns,
  writeVisibleColumns,
} from "../../features/nota/list/visible-columns.ts";
import { SelectionFooter } from "../../features/nota/selection/SelectionFooter.tsx";
import { SELECTION_MAX, useNotaSelection } from "../../features/nota/selection/use-nota-selection.ts";
import { useEmpresaNames } from "../../rpc/conta/empresas.ts";
import { useDivergencias } from "../../rpc/documents/divergencias.ts";
import {
  type NotaFilter,
  type NotaSortOrder,
  type NotasRequest,
  notasQuery,
  type Side,
} from "../../rpc/documents/queries.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { pagerTexts } from "../../texts/app/general.ts";
import { notasTexts as texts } from "../../texts/lists/notas.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { focusedRow, useListKeys } from "../../ui/list/row-focus.ts";
import { useStored } from "../../ui/state/stored-value.ts";
import { UrlListPage } from "./UrlListPage.tsx";
import { useUrlList } from "./use-url-list.ts";

const SKELETON_WIDTHS = [16, 34, 20, 70, 112, 190, 20, 84, 78, 96, 60];
const LIST_NAMES = { E: "recebidos", S: "emitidos" } as const;

/** The list of received or issued documents, its filter and its divergences. */
export function NotasPage({ side }: { side: Side }): React.JSX.Element {
  const name = LIST_NAMES[side];
  const [columns, setColumns] = useColumns(name);
  const list = useUrlList({
    name,
    design: NOTA_LISTS[side],
    queryOf: (searchFilter, at) => notasQuery(requestOf(side, searchFilter, at)),
    hrefOf: ({ id, entradaSaida }) => `/nota/${id}?type=${entradaSaida}`,
    onColumns: setColumns,
  });
  const { tab, filter, query, data, searchFilter } = list;
  // Rows and total still belong to the previous page or filter.
  const isStale = query.isPlaceholderData;
  const selection = useNotaSelection(`${side} ${tab} ${JSON.stringify(filter)}`, isStale);
  const flags = useFlags();
  const withBatch = useLatched(selection.notas.length > 0 || flags.lote !== null);
  const notas = data?.results ?? [];
  const total = data ? formatTotal(data) : "";
  const totalCount = data?.totalCount ?? 0;
  const request = requestOf(side, searchFilter, list);
  const exportable = { ...request, total: isStale || !data ? null : totalCount };
  const setFilter = (next: ListFilter): void => list.change({ filter: next });
  usePrefetch(request, query.isSuccess && !isStale && list.page < list.pages);
  useListKeys({
    x: () => {
      const nota = notas.find((candidate) => candidate.id === focusedRow());
      if (nota) selection.toggle(nota);
    },
  });
  return (
    <UrlListPage
      list={list}
      title={texts[name]}
      summary={total}
      total={total}
      orderTexts={texts.ordens}
      nameOf={useEmpresaNames(filter.empresa !== "")}
      actions={<ExportMenu list={exportable} />}
      tabs={side === "E" ? <Tabs tab={tab} withoutView={list.withoutView} /> : undefined}
      columns={{ colunas: writeVisibleColumns(columns), onColumns: setColumns }}
      selectable
      display={
        <DisplayButton
          side={side}
          columns={columns}
          onColumns={(next) => setColumns(next && writeVisibleColumns(next))}
        />
      }
      floating={
        <>
          {selection.wholeFilter && (
            <ExportBar
              list={{ ...exportable, total: totalCount }}
              limit={SELECTION_MAX}
              onClear={selection.clear}
            />
          )}
          {withBatch && <BatchBar side={side} timeZone={list.timeZone} selection={selection} flags={flags} />}
        </>
      }
      skeleton={<RowsSkeleton rows={PAGE_SIZE} widths={SKELETON_WIDTHS} />}
      footer={
        <SelectionFooter
          notas={notas}
          request={request}
          total={isStale ? 0 : totalCount}
          selection={selection}
        />
      }
    >
      {(rows) =>
        rows.length > 0 ? (
          <NotaList
            side={side}
            notas={rows}
            zona={list.timeZone}
            ordem={list.sortOrder}
            columns={columns}
            selection={selection}
            onlyDivergencias={tab === "div"}
            linkOf={list.linkOf}
            onFilter={(field, nota) => setFilter(narrowFilter(filter, field, { nota, side }))}
            onSetFlag={(nota, flag) => void flags.marcar([nota], flag, !flagStateOf(nota, flag).isOn)}
          />
        ) : (
          <EmptyList side={side} tab={tab} filter={filter} onChange={setFilter} />
        )
      }
    </UrlListPage>
  );
}

function requestOf(
  side: Side,
  searchFilter: NotaFilter,
  { sortOrder, page }: { sortOrder: NotaSortOrder; page: number },
): NotasRequest {
  return { entradaSaida: side, searchFilter, listSearchOrder: sortOrder, currentPage: page };
}

/** The documents as a table; on a phone, as cards. */
function NotaList(props: NotaListProps): React.JSX.Element {
  return useIsPhone() ? <NotaCards {...props} /> : <NotaTable {...props} />;
}

/** Whether the condition is or ever was true: a running batch outlives the selection it started with. */
function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}

/** The columns of the user's list. */
function useColumns(listName: string): [readonly ColumnKey[], (columns: string | null) => void] {
  const [kept, keep] = useStored<string>(`colunas-${listName}`, useOwner(), readText);
  return [readVisibleColumns(kept || null), keep];
}

function readText(stored: unknown): string {
  return typeof stored === "string" ? stored : "";
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
