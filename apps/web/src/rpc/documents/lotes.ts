import { PAGE_SIZE, PAGE_SIZE_MAX, type ParamsOf, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";

export type Lote = ResultOf<"Lote.getLote">["object"];
export type LoteDocumento = ResultOf<"Lote.getListDocumento">["results"][number];
export type LoteCount = ResultOf<"Lote.getContagem">["object"];
/** The documents of a lote, by id or by the filter of a list. */
export type LoteTarget = Pick<ParamsOf<"Lote.getContagem">, "ids" | "filtro">;

/** Interval of an open lote beside the events of the server, in ms. */
const OPEN_POLL_MS = 1_500;

/** Whether a lote still has something to do. */
export function isOpenLote({ estado }: Pick<Lote, "estado">): boolean {
  return estado === "pendente" || estado === "em-andamento";
}

/** One page of the lotes, newest first. */
export function lotesQuery(page: number) {
  return queryOptions({
    queryKey: ["lotes", "lista", page],
    queryFn: async ({ signal }) =>
      await call("Lote.getListLote", { currentPage: page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isOpenLote) ? OPEN_POLL_MS : false),
  });
}

export function loteQuery(id: string) {
  return queryOptions({
    queryKey: ["lotes", id],
    queryFn: async ({ signal }) => (await call("Lote.getLote", { id }, signal)).object,
    refetchInterval: ({ state }) => (!state.data || isOpenLote(state.data) ? OPEN_POLL_MS : false),
  });
}

/** A large page of the documents of a lote, refused ones first. version: read again when it changes. */
export function loteDocumentsQuery(id: string, page: number, version: string) {
  return queryOptions({
    queryKey: ["lotes", id, "documentos", page, version],
    queryFn: async ({ signal }) =>
      await call("Lote.getListDocumento", { id, currentPage: page, pageSize: PAGE_SIZE_MAX }, signal),
    placeholderData: keepPreviousData,
  });
}

/** What each act would find in some documents, as of now. */
export function loteCountQuery(target: LoteTarget) {
  return queryOptions({
    queryKey: ["lotes", "contagem", target],
    queryFn: async ({ signal }) => (await call("Lote.getContagem", target, signal)).object,
    staleTime: 0,
    gcTime: 0,
  });
}

/** What a lote shall do. */
export type LoteAct =
  | { marca: ParamsOf<"Lote.startMarca">["marca"]; valor: boolean }
  | { novoStatus: ParamsOf<"Lote.startManifestacao">["novoStatus"]; justificativa: string | null };

/** Starts a lote. @returns its id   @throws Refusal */
export async function startLote(target: LoteTarget, act: LoteAct): Promise<string> {
  const { object } =
    "marca" in act
      ? await call("Lote.startMarca", { ...target, ...act })
      : await call("Lote.startManifestacao", { ...target, ...act });
  await refreshLotes();
  return object.id;
}

/** Takes the documents that are still in the queue out of a lote. */
export async function endLote(id: string): Promise<void> {
  await call("Lote.endLote", { id });
  await refreshLotes();
}

/** Starts the lote that undoes another. @returns its id */
export async function undoLote(id: string): Promise<string> {
  const { object } = await call("Lote.startDesfazer", { id });
  await refreshLotes();
  return object.id;
}

/** Starts a lote with what another did not reach. @returns its id */
export async function retryLote(id: string): Promise<string> {
  const { object } = await call("Lote.retryLote", { id });
  await refreshLotes();
  return object.id;
}

async function refreshLotes(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["lotes"] });
}
