import {
  EXPORTACAO_POLL_MS,
  IMPORTACAO_POLL_MS,
  PAGE_SIZE,
  type ParamsOf,
  type ResultOf,
} from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";
import type { NotaFilter, NotaSortOrder, Side } from "../documents/queries.ts";

export type Exportacao = ResultOf<"Exportacao.getListExportacao">["results"][number];
export type Download = ResultOf<"Download.getListDownload">["results"][number];
export type DownloadRequest = ParamsOf<"Download.processaDownload">;
export type FileFormat = Exportacao["formato"];
/** The fields that all requested files have. */
export type RequestedFile = Pick<
  Exportacao,
  "id" | "estado" | "total" | "feitos" | "nome" | "tamanho" | "expiraEm" | "mensagem"
>;

/** Whether the file is still being prepared. */
export function isRunning({ estado }: Pick<RequestedFile, "estado">): boolean {
  return estado === "pendente" || estado === "em-andamento";
}

/**
 * One page of the exportações. Polled while it is on the screen, since other users may start more
 * (spec §9).
 */
export function exportacoesQuery(page: number) {
  return queryOptions({
    queryKey: ["exportacoes", "lista", page],
    queryFn: async ({ signal }) =>
      await call("Exportacao.getListExportacao", { currentPage: page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EXPORTACAO_POLL_MS,
  });
}

/** One page of the repositório ZIPs. Polled while it is on the screen (spec §9). */
export function downloadsQuery(page: number) {
  return queryOptions({
    queryKey: ["downloads", "lista", page],
    queryFn: async ({ signal }) =>
      await call("Download.getListDownload", { currentPage: page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: IMPORTACAO_POLL_MS,
  });
}

type ListRequest = { entradaSaida: Side; searchFilter: NotaFilter; listSearchOrder: NotaSortOrder };

/**
 * Requests a file with every document that a list's filter matches.
 * @throws Recusa for too many documents, or none
 */
export async function startExportacao(list: ListRequest, format: FileFormat): Promise<Exportacao | null> {
  const { object } = await call("Nota.getListNota", {
    ...list,
    currentPage: 1,
    pageSize: 1,
    createFileType: format,
  });
  await queryClient.invalidateQueries({ queryKey: ["exportacoes"] });
  return object;
}

/** Requests a ZIP of the repositório.   @throws Recusa for too many documents, or none */
export async function startDownload(request: DownloadRequest): Promise<Download> {
  const { object } = await call("Download.processaDownload", request);
  await queryClient.invalidateQueries({ queryKey: ["downloads"] });
  return object;
}

/** Deletes the exportações that have expired or failed.   @returns how many */
export async function deleteExpired(): Promise<number> {
  const { object } = await call("Exportacao.deleteExpired", {});
  await queryClient.invalidateQueries({ queryKey: ["exportacoes"] });
  return object.removidas;
}
