import { PAGE_SIZE_MAX } from "@malote/contract";
import { call } from "../../rpc/call.ts";
import type { NotaLinha, NotasPedido } from "../../rpc/queries.ts";
import { SELECAO_MAX } from "./selecao.ts";

/** Every document of a filter, a large page at a time, at most {@link SELECAO_MAX}. */
export async function listDoFiltro(
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
