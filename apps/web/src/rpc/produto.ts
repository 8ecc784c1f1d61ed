import { PAGE_SIZE, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useAtual } from "./atual.ts";
import { call } from "./call.ts";

export type ContaVista = ResultOf<"Produto.getListConta">["results"][number];

/** How often the operator's list of contas is reloaded, in ms. */
const PRODUTO_POLL_MS = 60_000;

/** Whether the signed-in user is an operator of the product; undefined until known. */
export function useIsDoProduto(): boolean | undefined {
  return useAtual()?.produto;
}

/** One page of all contas. */
export function contasVistasQuery(pagina: number) {
  return queryOptions({
    queryKey: ["produto", pagina],
    queryFn: async ({ signal }) =>
      await call("Produto.getListConta", { currentPage: pagina, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: PRODUTO_POLL_MS,
  });
}
