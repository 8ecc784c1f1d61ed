import {
  environmentManager,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useQueryAfterDrawing,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";

type Options<Data, Shown, Key extends QueryKey> = UseQueryOptions<Data, Error, Shown, Key>;

/**
 * TanStack's useQuery, which sends the first request while its component is drawn: its own sends it after
 * that, and the change of state draws the component, often a whole page, a second time at once.
 */
export function useQuery<Data, Shown = Data, Key extends QueryKey = QueryKey>(
  options: Options<Data, Shown, Key>,
): UseQueryResult<Shown> {
  const client = useQueryClient();
  // Only of a component that appears: a list that turns its page is drawn with the rows that it has.
  useState(() => void sendNow(client, options));
  return useQueryAfterDrawing(options);
}

function sendNow<Data, Shown, Key extends QueryKey>(
  client: QueryClient,
  { select: _select, placeholderData: _placeholder, enabled = true, ...request }: Options<Data, Shown, Key>,
): void {
  // A page that is written in the build sends nothing.
  if (environmentManager.isServer() || enabled !== true) return;
  if (client.getQueryState(request.queryKey) === undefined) void client.prefetchQuery(request);
}
