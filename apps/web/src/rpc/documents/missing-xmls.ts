import { BADGE_POLL_MS, PAGE_SIZE, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";
import type { AuditorFilter } from "./auditor.ts";
import { LIST_POLL_MS, type ResultPage } from "./queries.ts";

type Suppliers = ResultOf<"PedidoXml.getListFornecedor">;
/** A supplier with missing XMLs; `id` is its CNPJ or CPF. */
export type Supplier = Suppliers["results"][number] & { id: string };
export type MissingXml = Supplier["documentos"][number];
/** Totals of the whole filter. */
export type MissingTotals = Suppliers["object"];
/** An e-mail before it is sent. */
export type RequestEmail = ResultOf<"PedidoXml.getCarta">["results"][number];

/** `object`: the totals of the whole filter. */
type SupplierPage = ResultPage<Supplier> & { object?: MissingTotals };

/** One page of suppliers with missing XMLs. */
export function suppliersQuery(request: { searchFilter: AuditorFilter; currentPage: number }) {
  return queryOptions({
    queryKey: ["faltando", "fornecedores", request],
    queryFn: async ({ signal }): Promise<SupplierPage> => {
      const params = { ...request, pageSize: PAGE_SIZE };
      const { results, ...rest } = await call("PedidoXml.getListFornecedor", params, signal);
      return { ...rest, results: results.map((each) => ({ ...each, id: each.cnpjEmitente })) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** How many XMLs are missing, of any date. */
export const missingCountQuery = queryOptions({
  queryKey: ["faltando", "total"],
  queryFn: async ({ signal }) => {
    const params = { searchFilter: { faltandoXml: true }, currentPage: 1, pageSize: 1 };
    return (await call("Auditor.getListAuditor", params, signal)).totalCount;
  },
  refetchInterval: BADGE_POLL_MS,
});

/** The e-mails that request these XMLs. */
export function requestEmailsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["faltando", "carta", ids],
    queryFn: async ({ signal }) => (await call("PedidoXml.getCarta", { ids: [...ids] }, signal)).results,
    staleTime: 0,
  });
}

/** Refusals of a bulk action, as sentences. */
export type BulkRefusals = readonly string[];

/** Requests XMLs. para: null = the known address of each supplier. */
export async function requestXmls(ids: readonly string[], para: string | null): Promise<BulkRefusals> {
  const params = { ids: [...ids], ...(para === null ? {} : { para }) };
  return await refresh(refusalsOf((await call("PedidoXml.pedirXml", params)).results));
}

/** Sends the ciência of documents, after which SEFAZ delivers the XMLs. */
export async function requestCiencias(ids: readonly string[]): Promise<BulkRefusals> {
  return await refresh(refusalsOf((await call("PedidoXml.darCiencia", { ids: [...ids] })).results));
}

/** Marks documents as asked outside Malote, or removes the mark. */
export async function setOutsideRequest(ids: readonly string[], pedido: boolean): Promise<void> {
  await call("PedidoXml.setPedidoPorFora", { ids: [...ids], pedido });
  await refresh([]);
}

/** Sets after how many days suppliers are reminded; 0: never. */
export async function saveReminderDays(dias: number): Promise<void> {
  await call("PedidoXml.setLembrete", { dias });
  await refresh([]);
}

function refusalsOf(results: readonly { mensagem: string | null }[]): BulkRefusals {
  return results.flatMap(({ mensagem }) => mensagem ?? []);
}

async function refresh(refusals: BulkRefusals): Promise<BulkRefusals> {
  await queryClient.invalidateQueries({ queryKey: ["faltando"] });
  return refusals;
}
