import type { ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";

/** One document, or one record of the auditor, that a text may mean. */
export type Achado = ResultOf<"Nota.globalSearchNota">["results"][number];

/** What a text may mean. The answers belong to their text: a late one never stands in the place of a newer. */
export function buscaQuery(searchKey: string) {
  return queryOptions({
    queryKey: ["busca", searchKey],
    queryFn: async ({ signal }) => (await call("Nota.globalSearchNota", { searchKey }, signal)).results,
    placeholderData: keepPreviousData,
  });
}
