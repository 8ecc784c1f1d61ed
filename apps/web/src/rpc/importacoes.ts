import { IMPORTACAO_POLL_MS, MENSAGENS_DAS_TELAS, PAGE_SIZE, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";
import { isId } from "./detalhe.ts";
import { type Progresso, sendForm } from "./envio.ts";
import { Recusa } from "./falhas.ts";

export type Importacao = ResultOf<"Importacao.getListImportacao">["results"][number];
export type ImportacaoErro = ResultOf<"Importacao.getListImportacaoErros">["results"][number];

/** Whether an importação has finished. */
export function isTerminada({ estado }: Pick<Importacao, "estado">): boolean {
  return estado === "concluido" || estado === "falhou";
}

/**
 * One page of the importações. Polled while it is on the screen, since other users may start more
 * (spec §9).
 */
export function importacoesQuery(pagina: number) {
  return queryOptions({
    queryKey: ["importacoes", "lista", pagina],
    queryFn: async ({ signal }) =>
      await call("Importacao.getListImportacao", { currentPage: pagina, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: IMPORTACAO_POLL_MS,
  });
}

/** One page of the files of an importação that became no document, for one reason or for all. */
export function importacaoErrosQuery(importacaoId: string, codigo: string | null, pagina: number) {
  return queryOptions({
    queryKey: ["importacoes", importacaoId, "erros", codigo, pagina],
    queryFn: async ({ signal }) => {
      if (!isId(importacaoId)) throw new Recusa(MENSAGENS_DAS_TELAS.importacaoNaoEncontrada);
      return await call(
        "Importacao.getListImportacaoErros",
        { importacaoId, codigo, currentPage: pagina, pageSize: PAGE_SIZE },
        signal,
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && !isTerminada(state.data.object.importacao) ? IMPORTACAO_POLL_MS : false,
  });
}

/**
 * Uploads one file to import.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws FalhaComunicacao when the file did not arrive, or no answer came
 * @throws SessaoEncerrada when the session is over
 */
export async function sendImportacao(
  arquivo: File,
  onProgresso: Progresso,
  signal?: AbortSignal,
): Promise<void> {
  await sendForm({ caminho: "/Services/import", campos: { arquivo } }, onProgresso, signal);
  await queryClient.invalidateQueries({ queryKey: ["importacoes"] });
}
