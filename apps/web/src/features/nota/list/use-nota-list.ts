import { PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { dayInZone } from "@malote/syntax";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import { type NotaRow, notasQuery, type Side } from "../../../rpc/documents/queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { focusedRow, useFocusOpenRow, useListKeys } from "../../../ui/list/row-focus.ts";
import {
  type ListFilter,
  type ListTab,
  readFilter,
  readPage,
  readSortOrder,
  toSearchFilter,
  writeFilter,
} from "../filters/nota-filter.ts";

/** Delay in ms before a row under the pointer or with the focus is prefetched. */
const HOVER_DELAY_MS = 120;

type UrlState = { params: URLSearchParams; setParams: (next: URLSearchParams) => void };

/** The state of a list in the URL, and the page of documents that it selects. */
export function useNotaList(side: Side, { params, setParams }: UrlState) {
  const location = useLocation();
  const timeZone = useTimeZone();
  const tab: ListTab = side === "E" && params.get("tab") === "div" ? "div" : "repo";
  const filter = readFilter(params, tab);
  const sortOrder = readSortOrder(params);
  const pagina = readPage(params, tab);
  const pedido = {
    entradaSaida: side,
    searchFilter: toSearchFilter(filter, tab, dayInZone(new Date(), timeZone)),
    listSearchOrder: sortOrder,
    currentPage: pagina,
  };
  const query = useQuery(notasQuery(pedido));
  const lista = `${location.pathname}${location.search}`;
  useFocusOpenRow(lista, (pagina - 1) * PAGE_SIZE, query.data !== undefined);
  const linkOf = (nota: NotaRow): { to: string; state: unknown } => {
    const pos = (pagina - 1) * PAGE_SIZE + (query.data?.results.indexOf(nota) ?? 0);
    return { to: `/nota/${nota.id}?type=${nota.entradaSaida}`, state: { lista, pos } };
  };
  const setFilter = (next: ListFilter): void => setParams(writeFilter(params, next, tab));
  const paginas = countPages(query.data?.totalCount ?? 0);
  return {
    params,
    setParams,
    setFiltro: setFilter,
    zona: timeZone,
    aba: tab,
    filtro: filter,
    ordem: sortOrder,
    pagina,
    paginas,
    pedido,
    query,
    linkOf,
  };
}

function countPages(total: number): number {
  return Math.max(1, Math.min(Math.ceil(total / PAGE_SIZE), PAGE_DEPTH_MAX / PAGE_SIZE));
}

/** Prefetches the next page, and a document when its row is hovered or focused. */
export function usePrefetch({ pedido, pagina, paginas, query }: ReturnType<typeof useNotaList>): void {
  const queryClient = useQueryClient();
  const key = JSON.stringify(pedido);
  const ready = query.isSuccess && !query.isPlaceholderData;
  useEffect(() => {
    if (!ready || pagina >= paginas) return;
    const next = { ...(JSON.parse(key) as typeof pedido), currentPage: pagina + 1 };
    void queryClient.prefetchQuery(notasQuery(next));
  }, [queryClient, key, ready, pagina, paginas]);
  useEffect(() => {
    let timer = 0;
    const onPoint = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-linha]") : null;
      const id = row?.dataset.linha;
      window.clearTimeout(timer);
      if (id) timer = window.setTimeout(() => void prefetchNota(queryClient, id), HOVER_DELAY_MS);
    };
    document.addEventListener("pointerover", onPoint);
    document.addEventListener("focusin", onPoint);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
    };
  }, [queryClient]);
}

async function prefetchNota(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.prefetchQuery(notaQuery(id));
}

/** Keys of the list: J and K move between rows, X toggles the focused row. */
export function useNotaListKeys(notas: readonly NotaRow[], toggle: (nota: NotaRow) => void): void {
  useListKeys({
    x: () => {
      const nota = notas.find((candidate) => candidate.id === focusedRow());
      if (nota) toggle(nota);
    },
  });
}
