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
