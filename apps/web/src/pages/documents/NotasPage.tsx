import { LOTE_FILTRO_MAX, PAGE_SIZE } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ExportBar } from "../../features/exportacao/ExportBar.tsx";
import { ExportMenu } from "../../features/exportacao/ExportMenu.tsx";
import { exportCommandsOf } from "../../features/exportacao/export-commands.ts";
import { BatchBar } from "../../features/nota/batch/BatchBar.tsx";
import { FilterBatch } from "../../features/nota/batch/FilterBatch.tsx";
import { narrowFilter } from "../../features/nota/filters/narrow-filter.ts";
import { type ListFilter, type ListTab, NOTA_LISTS } from "../../features/nota/filters/nota-filter.ts";
import { flagCommandsOf } from "../../features/nota/flags/flag-commands.ts";
import { type FlaggableNota, type FlagName, flagStateOf } from "../../features/nota/flags/flag-state.ts";
import { useFlags } from "../../features/nota/flags/use-flags.ts";
import { useWaitingFlags } from "../../features/nota/flags/waiting-flags.ts";
import { type ColumnLayout, readColumns, writeColumns } from "../../features/nota/list/column-layout.ts";
import { DisplayButton } from "../../features/nota/list/DisplayButton.tsx";
import { EmptyList } from "../../features/nota/list/EmptyList.tsx";
import type { FilterableColumn } from "../../features/nota/list/list-props.ts";
import { NotaCards } from "../../features/nota/list/NotaCards.tsx";
import { NotaTable } from "../../features/nota/list/NotaTable.tsx";
import { usePrefetch } from "../../features/nota/list/use-prefetch.ts";
import { PeekPanel } from "../../features/nota/peek/PeekPanel.tsx";
import { useListActions } from "../../features/nota/peek/use-list-actions.ts";
import { usePeek } from "../../features/nota/peek/use-peek.ts";
import { SelectionFooter } from "../../features/nota/selection/SelectionFooter.tsx";
import { useNotaSelection } from "../../features/nota/selection/use-nota-selection.ts";
import { PrintedNotas } from "../../features/nota/sheet/PrintedNotas.tsx";
import { useListPrint } from "../../features/nota/sheet/use-list-print.ts";
import type { ViewDisplay } from "../../features/saved-views/use-saved-views.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useEmpresaNames } from "../../rpc/conta/empresas.ts";
import { partyNameQuery } from "../../rpc/documents/autocomplete.ts";
import { notaQuery } from "../../rpc/documents/detail-queries.ts";
import { useDivergencias } from "../../rpc/documents/divergencias.ts";
import {
  type NotaFilter,
  type NotaRow,
  type NotaSortOrder,
  type NotasRequest,
  notasQuery,
  type Side,
} from "../../rpc/documents/queries.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { pagerTexts } from "../../texts/app/general.ts";
import { notasTexts as texts } from "../../texts/lists/notas.ts";
import { chipsOf, type NameOf } from "../../ui/filter/filter-design.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { SplitPage, useHasPanelRoom } from "../../ui/layout/SidePanel.tsx";
import { useDensity } from "../../ui/list/density.ts";
import { PAGE_SIZE_OPTIONS, PAGE_SIZE_TEXTS, PAGE_SIZES, usePageSize } from "../../ui/list/page-size.ts";
import { peekedRow, useIsPeekingSoon } from "../../ui/list/peek-row.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { usePageCommands } from "../../ui/state/page-commands.ts";
import { useStored } from "../../ui/state/stored-value.ts";
import { UrlListPage } from "./UrlListPage.tsx";
import { useUrlList } from "./use-url-list.ts";

const SKELETON_WIDTHS = [16, 34, 20, 70, 112, 190, 20, 84, 78, 96, 60];
const NO_NOTAS: readonly NotaRow[] = [];
const LIST_NAMES = { E: "recebidos", S: "emitidos" } as const;

/** The list of received or issued documents, its filter and its divergences. */
export function NotasPage({ side }: { side: Side }): React.JSX.Element {
  const name = LIST_NAMES[side];
  const [columns, setColumns] = useColumns(name);
  const owner = useOwner();
  const [density, setDensity] = useDensity(owner);
  const [pageSize, setPageSize] = usePageSize(owner);
  const onDisplay = ({ colunas, densidade }: ViewDisplay): void => {
    if (colunas) setColumns(colunas);
    if (densidade) setDensity(densidade);
  };
  const list = useUrlList({
    name,
    design: NOTA_LISTS[side],
    queryOf: (searchFilter, at) => notasQuery(requestOf(side, searchFilter, { ...at, pageSize })),
    hrefOf,
    onDisplay,
    pageSize,
  });
  const { tab, filter, query, data, searchFilter } = list;
  // Rows and total still belong to the previous page or filter.
  const isStale = query.isPlaceholderData;
  const selection = useNotaSelection(`${side} ${tab} ${JSON.stringify(filter)}`, isStale);
  // The bar and the footer follow the boxes in the next frame.
  const settledSelection = useDeferredValue(selection);
  const flags = useFlags();
  const waitingFlags = useWaitingFlags();
  const client = useQueryClient();
  const withBatch = useLatched(settledSelection.notas.length > 0);
  const notas = data?.results ?? NO_NOTAS;
  const total = data ? formatTotal(data) : "";
  const totalCount = data?.totalCount ?? 0;
  const request = requestOf(side, searchFilter, list);
  const exportable = { ...request, total: isStale || !data ? null : totalCount };
  const setFilter = (next: ListFilter): void => list.change({ filter: next });
  const onFilter = (field: FilterableColumn, nota: NotaRow): void =>
    setFilter(narrowFilter(filter, field, { nota, side }));
  const nameOf = useFilterNames(filter, notas);
  const keepColumns = (next: ColumnLayout | null): void => setColumns(next && writeColumns(next));
  usePrefetch(request, query.isSuccess && !isStale && list.page < list.pages);
  const peekList = {
    ...{
      name: `${side} ${tab}`,
      notas,
      first: list.first,
      total: totalCount,
      page: list.page,
      pages: list.pages,
      isStale,
    },
    onPage: (page: number) => list.change({ page }),
  };
  const peek = usePeek(peekList);
  const narrow = useIsPeekingSoon();
  const toggleFlag = (nota: FlaggableNota, flag: FlagName): void => {
    // In the panel the user looks at the document, which may have left the list; a row asks which one it is.
    if (peekedRow() === nota.id) {
      const shown = client.getQueryData(notaQuery(nota.id).queryKey) ?? nota;
      void flags.marcarVisto(nota, flag, !flagStateOf(shown, flag).isOn);
    } else void flags.marcar(nota, flag, !flagStateOf(nota, flag).isOn);
  };
  useListActions(
    peek,
    { onSelect: selection.toggle, onSetFlag: toggleFlag, onFilter: (nota) => onFilter("parte", nota) },
    useHasPanelRoom(),
  );
  const printing = useListPrint(request, isStale ? 0 : totalCount);
  const navigate = useNavigate();
  usePageCommands(() => {
    const open = peek.current();
    return [
      ...(open ? flagCommandsOf(open, (flag) => toggleFlag(open, flag)) : []),
      ...exportCommandsOf(exportable, navigate),
    ];
  });
  return (
    <SplitPage
      panel={
        <PeekPanel
          list={peekList}
          peek={peek}
          timeZone={list.timeZone}
          linkOf={list.linkOf}
          onSetFlag={(nota, flag, turnOn) => void flags.marcarVisto(nota, flag, turnOn)}
        />
      }
    >
      <UrlListPage
        list={list}
        title={texts[name]}
        summary={total}
        total={total}
        orderTexts={texts.ordens}
        narrow={narrow}
        pageSizes={{
          options: PAGE_SIZE_OPTIONS,
          texts: PAGE_SIZE_TEXTS,
          value: String(pageSize),
          // The first row on screen stays on the page.
          onChange: (text) => {
            const size = PAGE_SIZES.find((each) => String(each) === text) ?? PAGE_SIZE;
            setPageSize(size);
            list.change({ page: Math.floor(list.first / size) + 1 });
          },
        }}
        nameOf={nameOf}
        actions={<ExportMenu list={exportable} onPrint={printing.print} />}
        tabs={side === "E" ? <Tabs tab={tab} withoutView={list.withoutView} /> : undefined}
        view={{ display: { colunas: writeColumns(columns), densidade: density }, onDisplay }}
        selectable
        display={<DisplayButton side={side} columns={columns} onColumns={keepColumns} />}
        floating={
          <>
            {settledSelection.wholeFilter && (
              <ExportBar
                list={{ ...exportable, total: totalCount }}
                limit={LOTE_FILTRO_MAX}
                lead={
                  <FilterBatch
                    side={side}
                    total={totalCount}
                    filter={{ entradaSaida: side, searchFilter }}
                    onStarted={selection.clear}
                  />
                }
                onClear={selection.clear}
              />
            )}
            {withBatch && <BatchBar side={side} selection={settledSelection} flags={flags} />}
          </>
        }
        skeleton={<RowsSkeleton rows={PAGE_SIZE} widths={SKELETON_WIDTHS} />}
        footer={
          <SelectionFooter
            sum={isStale ? undefined : data?.somaTotal}
            request={request}
            total={isStale ? 0 : totalCount}
            selection={settledSelection}
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
              onColumns={keepColumns}
              narrow={narrow}
              selection={selection}
              onlyDivergencias={tab === "div"}
              linkOf={list.linkOf}
              onFilter={onFilter}
              waitingFlags={waitingFlags}
              onSetFlag={toggleFlag}
              onSort={(sortOrder) => list.change({ sortOrder })}
              onPeek={peek.show}
            />
          ) : (
            <EmptyList side={side} tab={tab} filter={filter} onChange={setFilter} />
          )
        }
      </UrlListPage>
      <PrintedNotas
        list={{
          ...{ side, title: texts[name], timeZone: list.timeZone, total: totalCount },
          notas: printing.notas ?? notas,
          filter: chipsOf(NOTA_LISTS[side], filter, nameOf),
          order: texts.ordens[list.sortOrder],
        }}
      />
    </SplitPage>
  );
}

function hrefOf({ id, entradaSaida }: NotaRow): string {
  return `/nota/${id}?type=${entradaSaida}`;
}

function requestOf(
  side: Side,
  searchFilter: NotaFilter,
  { sortOrder, page, pageSize }: { sortOrder: NotaSortOrder; page: number; pageSize: number },
): NotasRequest {
  return { entradaSaida: side, searchFilter, listSearchOrder: sortOrder, currentPage: page, pageSize };
}

/** Names in the chips: of the conta's empresas, and of the parties whose CNPJ the filter has. */
function useFilterNames({ empresa, emitente, destinatario }: ListFilter, notas: readonly NotaRow[]): NameOf {
  const empresaNameOf = useEmpresaNames(empresa !== "");
  const names = new Map<string | null, string>([
    [emitente, useQuery(partyNameQuery(emitente)).data ?? ""],
    [destinatario, useQuery(partyNameQuery(destinatario)).data ?? ""],
  ]);
  for (const { cnpjEmitente, nomeEmitente, cnpjDestinatario, nomeDestinatario } of notas.slice(0, 1)) {
    if (cnpjEmitente === emitente) names.set(emitente, nomeEmitente);
    if (cnpjDestinatario === destinatario) names.set(destinatario, nomeDestinatario ?? "");
  }
  return (id, kind) => (kind ? (names.get(id) ?? "") : empresaNameOf(id));
}

/** The documents as a table; on a phone, as cards. */
function NotaList(props: React.ComponentProps<typeof NotaTable>): React.JSX.Element {
  return useIsPhone() ? <NotaCards {...props} /> : <NotaTable {...props} />;
}

/** Whether the condition is or ever was true: a running batch outlives the selection it started with. */
function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}

/** The columns of the user's list. */
function useColumns(listName: string): [ColumnLayout, (columns: string | null) => void] {
  const [kept, keep] = useStored<string>(`colunas-${listName}`, useOwner(), readText);
  return [useMemo(() => readColumns(kept), [kept]), keep];
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
