import type { ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";

/** One search result: a document or an auditor record. */
export type SearchResult = ResultOf<"Nota.globalSearchNota">["results"][number];

/** The results for a text. The text is part of the query key: a late answer never replaces a newer one. */
export function searchQuery(searchKey: string) {
  return queryOptions({
    queryKey: ["busca", searchKey],
    queryFn: async ({ signal }) => (await call("Nota.globalSearchNota", { searchKey }, signal)).results,
    placeholderData: keepPreviousData,
  });
}

/** Documents that the palette shows of a list. */
const FIRST_ROWS = 3;

/** What the list of received documents holds for a text: its first rows, their number and their sum. */
export function searchListQuery(texto: string) {
  return queryOptions({
    queryKey: ["busca", "lista", texto],
    queryFn: async ({ signal }) => {
      const { results, totalCount, somaTotal } = await call(
        "Nota.getListNota",
        { entradaSaida: "E", searchFilter: { texto }, currentPage: 1, pageSize: FIRST_ROWS, somar: true },
        signal,
      );
      return { notas: results, total: totalCount, soma: somaTotal ?? null };
    },
    placeholderData: keepPreviousData,
  });
}

/** A supplier, and how many received documents it issued. */
export type FoundSupplier = { documento: string; nome: string; total: number };

const SUPPLIERS_MAX = 2;

/** Suppliers by name or by the first digits of their CNPJ; those that issued nothing are left out. */
export function suppliersQuery(searchKey: string) {
  return queryOptions({
    queryKey: ["busca", "fornecedores", searchKey],
    queryFn: async ({ signal }): Promise<FoundSupplier[]> => {
      const { results } = await call("Autocomplete.getParticipantes", { searchKey }, signal);
      const counted = results.slice(0, SUPPLIERS_MAX).map(async ({ valor, rotulo }) => {
        const request = { entradaSaida: "E", searchFilter: { cnpjEmitente: valor }, pageSize: 1 } as const;
        const { totalCount } = await call("Nota.getListNota", request, signal);
        return { documento: valor, nome: rotulo, total: totalCount };
      });
      return (await Promise.all(counted)).filter(({ total }) => total > 0);
    },
    placeholderData: keepPreviousData,
  });
}
