import { PAGE_SIZE, type ParamsOf, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { screenMessages } from "../../texts/names/screen-messages.ts";
import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";
import { isId } from "./detail-queries.ts";
import { LIST_POLL_MS, type ResultPage } from "./queries.ts";

export type AuditorRow = ResultOf<"Auditor.getListAuditor">["results"][number];
export type Auditor = ResultOf<"Auditor.getAuditor">["object"];
export type AuditorFilter = NonNullable<ParamsOf<"Auditor.getListAuditor">["searchFilter"]>;
export type AuditorSortOrder = NonNullable<ParamsOf<"Auditor.getListAuditor">["listSearchOrder"]>;
export type AuditorRequest = {
  searchFilter: AuditorFilter;
  listSearchOrder: AuditorSortOrder;
  currentPage: number;
};

/** One page of the records that SEFAZ reported. */
export function auditorListQuery(request: AuditorRequest) {
  return queryOptions({
    queryKey: ["auditor", "lista", request],
    queryFn: async ({ signal }): Promise<ResultPage<AuditorRow>> =>
      call("Auditor.getListAuditor", { ...request, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** How many records match a filter. */
export function auditorCountQuery(searchFilter: AuditorFilter) {
  return queryOptions({
    queryKey: ["auditor", "total", searchFilter],
    queryFn: async ({ signal }) =>
      (await call("Auditor.getListAuditor", { searchFilter, currentPage: 1, pageSize: 1 }, signal))
        .totalCount,
    refetchInterval: LIST_POLL_MS,
  });
}

/** One record with all its fields. */
export function auditorQuery(id: string) {
  return queryOptions({
    queryKey: ["auditor", id],
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Refusal(screenMessages.auditorNaoEncontrado);
      return (await call("Auditor.getAuditor", { id }, signal)).object;
    },
  });
}
