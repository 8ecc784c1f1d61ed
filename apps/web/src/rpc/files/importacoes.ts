import { IMPORTACAO_POLL_MS, PAGE_SIZE, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { screenMessages } from "../../texts/names/screen-messages.ts";
import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";
import { queryClient } from "../call/query-client.ts";
import { type ReportProgress, sendForm } from "../call/send-form.ts";
import { isId } from "../documents/detail-queries.ts";

export type Importacao = ResultOf<"Importacao.getListImportacao">["results"][number];
export type ImportacaoError = ResultOf<"Importacao.getListImportacaoErros">["results"][number];

/** Whether an importação has finished. */
export function isFinished({ estado }: Pick<Importacao, "estado">): boolean {
  return estado === "concluido" || estado === "falhou";
}

/**
 * One page of the importações. Polled while it is on the screen, since other users may start more
 * (spec §9).
 */
export function importacoesQuery(page: number) {
  return queryOptions({
    queryKey: ["importacoes", "lista", page],
    queryFn: async ({ signal }) =>
      await call("Importacao.getListImportacao", { currentPage: page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: IMPORTACAO_POLL_MS,
  });
}

/** One page of the files of an importação that became no document, for one reason or for all. */
export function importacaoErrorsQuery(importacaoId: string, codigo: string | null, page: number) {
  return queryOptions({
    queryKey: ["importacoes", importacaoId, "erros", codigo, page],
    queryFn: async ({ signal }) => {
      if (!isId(importacaoId)) throw new Refusal(screenMessages.importacaoNaoEncontrada);
      return await call(
        "Importacao.getListImportacaoErros",
        { importacaoId, codigo, currentPage: page, pageSize: PAGE_SIZE },
        signal,
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && !isFinished(state.data.object.importacao) ? IMPORTACAO_POLL_MS : false,
  });
}

/**
 * Uploads one file to import.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws CommunicationFailure when the file did not arrive, or no answer came
 * @throws SessionEnded when the session is over
 */
export async function sendImportacao(
  file: File,
  onProgress: ReportProgress,
  signal?: AbortSignal,
): Promise<void> {
  await sendForm({ path: "/Services/import", fields: { arquivo: file } }, onProgress, signal);
  await queryClient.invalidateQueries({ queryKey: ["importacoes"] });
}
