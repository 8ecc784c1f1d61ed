import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { useQuery } from "../../rpc/call/use-query.ts";
import type { ResultPage } from "../../rpc/documents/queries.ts";
import { useChangeCount } from "../../rpc/session/live-changes.ts";

/** A list while documents arrive: its rows stay where they are until the user asks for the new ones. */
export type Arrivals<Row> = {
  /** The page of rows to show, each as new as it is known. */
  data: ResultPage<Row> | undefined;
  /** How many documents the list has that it does not show. */
  newer: number;
  /** Shows them. */
  showNewer: () => void;
};

/**
 * Reads a list again beside itself after each change that the server tells of.
 * @param request the query of the list   @param query its result
 */
export function useArrivals<Row extends { id: string }, Key extends QueryKey>(
  request: UseQueryOptions<ResultPage<Row>, Error, ResultPage<Row>, Key>,
  query: UseQueryResult<ResultPage<Row>>,
): Arrivals<Row> {
  const client = useQueryClient();
  const changes = useChangeCount();
  // Of another page or filter only what changes from now on.
  const key = hashKey(request.queryKey);
  const [seen, setSeen] = useState({ key, changes });
  if (seen.key !== key) setSeen({ key, changes });
  const { queryFn } = request;
  const fresh = useQuery({
    queryKey: ["chegadas", ...request.queryKey],
    ...(typeof queryFn === "function" ? { queryFn: queryFn as () => Promise<ResultPage<Row>> } : {}),
    placeholderData: keepPreviousData,
    enabled: seen.key === key && changes > seen.changes,
  });
  const showNewer = (): void => {
    if (fresh.data) client.setQueryData(request.queryKey, fresh.data as never);
  };
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const isNewer = fresh.data && !fresh.isPlaceholderData && fresh.dataUpdatedAt > dataUpdatedAt;
  if (data === undefined || isPlaceholderData || fresh.data === undefined || !isNewer)
    return { data, newer: 0, showNewer };
  // Nothing is there to move.
  if (data.results.length === 0) return { data: fresh.data, newer: 0, showNewer };
  const byId = new Map(fresh.data.results.map((row) => [row.id, row]));
  const results = data.results.map((row) => byId.get(row.id) ?? row);
  return {
    data: { ...data, results },
    newer: Math.max(0, fresh.data.totalCount - data.totalCount),
    showNewer,
  };
}
