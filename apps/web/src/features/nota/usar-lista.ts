import { PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { diaInZona } from "@malote/syntax";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { type NotaLinha, notasQuery, type Papel } from "../../rpc/queries.ts";
import { focusedLinha, useRetomarLinha, useTeclasDaLista } from "../../ui/percorrer.ts";
import {
  type Aba,
  type Filtro,
  readFiltro,
  readOrdem,
  readPagina,
  toSearchFilter,
  writeFiltro,
} from "./filtro.ts";

/** Delay in ms before a row under the pointer or with the focus is prefetched. */
const POUSO_MS = 120;

type Endereco = { params: URLSearchParams; setParams: (next: URLSearchParams) => void };

/** The state of a list in the URL, and the page of documents that it selects. */
export function useLista(papel: Papel, { params, setParams }: Endereco) {
  const location = useLocation();
  const zona = useZona();
  const aba: Aba = papel === "E" && params.get("tab") === "div" ? "div" : "repo";
  const filtro = readFiltro(params, aba);
  const ordem = readOrdem(params);
  const pagina = readPagina(params, aba);
  const pedido = {
    entradaSaida: papel,
    searchFilter: toSearchFilter(filtro, aba, diaInZona(new Date(), zona)),
    listSearchOrder: ordem,
    currentPage: pagina,
  };
  const query = useQuery(notasQuery(pedido));
  const lista = `${location.pathname}${location.search}`;
  useRetomarLinha(lista, (pagina - 1) * PAGE_SIZE, query.data !== undefined);
  const linkOf = (nota: NotaLinha): { to: string; state: unknown } => {
    const pos = (pagina - 1) * PAGE_SIZE + (query.data?.results.indexOf(nota) ?? 0);
    return { to: `/nota/${nota.id}?type=${nota.entradaSaida}`, state: { lista, pos } };
  };
  const setFiltro = (next: Filtro): void => setParams(writeFiltro(params, next, aba));
  const paginas = countPaginas(query.data?.totalCount ?? 0);
  return { params, setParams, setFiltro, zona, aba, filtro, ordem, pagina, paginas, pedido, query, linkOf };
}

function countPaginas(total: number): number {
  return Math.max(1, Math.min(Math.ceil(total / PAGE_SIZE), PAGE_DEPTH_MAX / PAGE_SIZE));
}

/** Prefetches the next page, and a document when its row is hovered or focused. */
export function usePrefetch({ pedido, pagina, paginas, query }: ReturnType<typeof useLista>): void {
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
      if (id) timer = window.setTimeout(() => void prefetchNota(queryClient, id), POUSO_MS);
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
  const { notaQuery } = await import("../../rpc/detalhe.ts");
  await queryClient.prefetchQuery(notaQuery(id));
}

/** Keys of the list: J and K move between rows, X toggles the focused row. */
export function useTeclasDasNotas(notas: readonly NotaLinha[], toggle: (nota: NotaLinha) => void): void {
  useTeclasDaLista({
    x: () => {
      const nota = notas.find((candidate) => candidate.id === focusedLinha());
      if (nota) toggle(nota);
    },
  });
}
