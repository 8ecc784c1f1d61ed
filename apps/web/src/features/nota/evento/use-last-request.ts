import { useEffect, useRef } from "react";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";

const SENDING_POLL_MS = 2_000;

/** Polls a document while its last request is pending, and calls back when SEFAZ has answered. */
export function useLastRequest<T extends { id: string; estado: string }>(
  notaId: string,
  last: T | undefined,
  onEnd: (request: T) => void,
): void {
  const isPending = last?.estado === "pendente";
  useQuery({ ...notaQuery(notaId), refetchInterval: isPending ? SENDING_POLL_MS : false });
  const waiting = useRef<string | null>(null);
  useEffect(() => {
    if (isPending) waiting.current = last.id;
    else if (last && waiting.current === last.id) {
      waiting.current = null;
      onEnd(last);
    }
  }, [isPending, last, onEnd]);
}
