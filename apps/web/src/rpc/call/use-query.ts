import {
  environmentManager,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useQueryAfterDrawing,
  useQueryClient,
} from "@tanstack/react-query";

/**
 * TanStack's useQuery, which sends the first request while its component is drawn: its own sends it after
 * that, and the change of state draws the component, often a whole page, a second time at once.
 */
export function useQuery<Data, Shown = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Error, Shown, Key>,
): UseQueryResult<Shown> {
  const client = useQueryClient();
  const { enabled = true, queryKey } = options;
  // A page that is written in the build sends nothing.
  if (!environmentManager.isServer() && enabled === true && client.getQueryState(queryKey) === undefined) {
    const { select: _select, placeholderData: _placeholder, enabled: _enabled, ...request } = options;
    void client.prefetchQuery(request);
  }
  return useQueryAfterDrawing(options);
}
