import {
  EXPORTACAO_POLL_MS,
  IMPORTACAO_POLL_MS,
  PAGE_SIZE,
  type ParamsOf,
  type ResultOf,
} from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";
import type { NotaFiltro, NotaOrdem, Papel } from "./queries.ts";

export type Exportacao = ResultOf<"Exportacao.getListExportacao">["results"][number];
export type Download = ResultOf<"Download.getListDownload">["results"][number];
export type DownloadPedido = ParamsOf<"Download.processaDownload">;
export type Formato = Exportacao["formato"];
/** The fields that all requested files have. */
export type Pedido = Pick<
  Exportacao,
  "id" | "estado" | "total" | "feitos" | "nome" | "tamanho" | "expiraEm" | "mensagem"
>;

/** Whether the file is still being prepared. */
export function isAndando({ estado }: Pick<Pedido, "estado">): boolean {
  return estado === "pendente" || estado === "em-andamento";
}

/**
 * One page of the exportações. Polled while it is on the screen, since other users may start more
 * (spec §9).
 */
export function exportacoesQuery(pagina: number) {
  return queryOptions({
    queryKey: ["exportacoes", "lista", pagina],
    queryFn: async ({ signal }) =>
      await call("Exportacao.getListExportacao", { currentPage: pagina, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EXPORTACAO_POLL_MS,
  });
}

/** One page of the repositório ZIPs. Polled while it is on the screen (spec §9). */
export function downloadsQuery(pagina: number) {
  return queryOptions({
    queryKey: ["downloads", "lista", pagina],
    queryFn: async ({ signal }) =>
      await call("Download.getListDownload", { currentPage: pagina, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: IMPORTACAO_POLL_MS,
  });
}

type Lista = { entradaSaida: Papel; searchFilter: NotaFiltro; listSearchOrder: NotaOrdem };

/**
 * Requests a file with every document that a list's filter matches.
 * @throws Recusa for too many documents, or none
 */
export async function startExportacao(lista: Lista, formato: Formato): Promise<Exportacao | null> {
  const { object } = await call("Nota.getListNota", {
    ...lista,
    currentPage: 1,
    pageSize: 1,
    createFileType: formato,
  });
  await queryClient.invalidateQueries({ queryKey: ["exportacoes"] });
  return object;
}

/** Requests a ZIP of the repositório.   @throws Recusa for too many documents, or none */
export async function startDownload(pedido: DownloadPedido): Promise<Download> {
  const { object } = await call("Download.processaDownload", pedido);
  await queryClient.invalidateQueries({ queryKey: ["downloads"] });
  return object;
}

/** Deletes the exportações that have expired or failed.   @returns how many */
export async function deleteVencidas(): Promise<number> {
  const { object } = await call("Exportacao.deleteExpired", {});
  await queryClient.invalidateQueries({ queryKey: ["exportacoes"] });
  return object.removidas;
}
