import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import { type NotasRequest, notasQuery } from "../../../rpc/documents/queries.ts";
import { paperQuery } from "../../../rpc/files/paper-query.ts";

/** Delay in ms before a row under the pointer or with the focus is prefetched. */
const HOVER_DELAY_MS = 120;

/** Prefetches the next page, if there is one, and a document when its row is hovered or focused. */
export function usePrefetch(request: NotasRequest, hasNext: boolean): void {
  const queryClient = useQueryClient();
  const key = JSON.stringify(request);
  useEffect(() => {
    if (!hasNext) return;
    const here = JSON.parse(key) as NotasRequest;
    void queryClient.prefetchQuery(notasQuery({ ...here, currentPage: here.currentPage + 1 }));
  }, [queryClient, key, hasNext]);
  useEffect(() => {
    let timer = 0;
    const onPoint = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-linha]") : null;
      const id = row?.dataset.linha;
      window.clearTimeout(timer);
      if (id) timer = window.setTimeout(() => void prefetchNota(queryClient, id), HOVER_DELAY_MS);
    };
    document.addEventListener("pointerover", onPoint);
    document.addEventListener("focusin", onPoint);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
    };
  }, [queryClient]);
}

async function prefetchNota(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([queryClient.prefetchQuery(notaQuery(id)), queryClient.prefetchQuery(paperQuery(id))]);
}
