import { PAGE_SIZE_MAX } from "@malote/contract";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import type { NotaLinha, NotasPedido } from "../../rpc/queries.ts";
import { avisarFalha } from "../../ui/toast.tsx";
import { SELECAO_MAX } from "./selecao.ts";

/**
 * Fetches the documents of a filter in large pages, as many as a selection can hold. @returns null
 * on failure, after a toast
 */
export async function listDoFiltro(
  pedido: NotasPedido,
  onProgress: (quantos: number) => void,
): Promise<NotaLinha[] | null> {
  try {
    return await listPaginas(pedido, onProgress);
  } catch (error) {
    avisarFalha(explainFalha(error));
    return null;
  }
}

async function listPaginas(
  { entradaSaida, searchFilter, listSearchOrder }: NotasPedido,
  onProgress: (quantos: number) => void,
): Promise<NotaLinha[]> {
  const notas = new Map<string, NotaLinha>();
  for (let currentPage = 1; notas.size < SELECAO_MAX; currentPage += 1) {
    const pedido = { entradaSaida, searchFilter, listSearchOrder, currentPage, pageSize: PAGE_SIZE_MAX };
    const { results } = await call("Nota.getListNota", pedido);
    for (const nota of results) notas.set(nota.id, nota);
    onProgress(notas.size);
    if (results.length < PAGE_SIZE_MAX) break;
  }
  return [...notas.values()].slice(0, SELECAO_MAX);
}
