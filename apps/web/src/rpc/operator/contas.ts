import { PAGE_SIZE, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { useCurrentUser } from "../session/current-user.ts";

export type ContaSummary = ResultOf<"Produto.getListConta">["results"][number];

/** How often the operator's list of contas is reloaded, in ms. */
const CONTAS_POLL_MS = 60_000;

/** Whether the signed-in user is an operator of the product; undefined until known. */
export function useIsOperator(): boolean | undefined {
  return useCurrentUser()?.produto;
}

/** One page of all contas. */
export function allContasQuery(page: number) {
  return queryOptions({
    queryKey: ["produto", page],
    queryFn: async ({ signal }) =>
      await call("Produto.getListConta", { currentPage: page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: CONTAS_POLL_MS,
  });
}
