import { PAGE_SIZE_MAX } from "@malote/contract";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure } from "../../../rpc/call/failures.ts";
import type { NotaRow, NotasRequest } from "../../../rpc/documents/queries.ts";
import { showFailureToast } from "../../../ui/feedback/toast.tsx";
import { SELECTION_MAX } from "./use-nota-selection.ts";

/**
 * Fetches the documents of a filter in large pages, as many as a selection can hold. @returns null
 * on failure, after a toast
 */
export async function listFilteredNotas(
  request: NotasRequest,
  onProgress: (count: number) => void,
): Promise<NotaRow[] | null> {
  try {
    return await listPages(request, onProgress);
  } catch (error) {
    showFailureToast(explainFailure(error));
    return null;
  }
}

async function listPages(
  { entradaSaida, searchFilter, listSearchOrder }: NotasRequest,
  onProgress: (count: number) => void,
): Promise<NotaRow[]> {
  const notas = new Map<string, NotaRow>();
  for (let currentPage = 1; notas.size < SELECTION_MAX; currentPage += 1) {
    const request = { entradaSaida, searchFilter, listSearchOrder, currentPage, pageSize: PAGE_SIZE_MAX };
    const { results } = await call("Nota.getListNota", request);
    for (const nota of results) notas.set(nota.id, nota);
    onProgress(notas.size);
    if (results.length < PAGE_SIZE_MAX) break;
  }
  return [...notas.values()].slice(0, SELECTION_MAX);
}
