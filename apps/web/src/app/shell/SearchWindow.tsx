import { useNavigate } from "react-router-dom";
import { searchHref, supplierHref } from "../../features/nota/filters/search-href.ts";
import { SearchPalette } from "../../features/search/SearchPalette.tsx";
import { queryClient } from "../../rpc/call/query-client.ts";
import { useGlobalActions } from "./global-actions.ts";
import type { SearchState } from "./use-search.ts";

/** The search palette with all global actions. */
export function SearchWindow({
  search,
  onShortcuts,
}: {
  search: SearchState;
  onShortcuts: () => void;
}): React.JSX.Element {
  const navigate = useNavigate();
  const actions = useGlobalActions(onShortcuts);
  const onNavigate = (href: string): void => {
    const isList = href.startsWith("/dfe_recebidos");
    search.leave(isList ? search.text : "");
    // Repeating a search reloads the list: new documents may have arrived.
    if (isList) void queryClient.invalidateQueries({ queryKey: ["notas", "lista"] });
    void navigate(href);
  };
  return (
    <SearchPalette
      opened={search.opened}
      texto={search.text}
      onText={search.type}
      submit={search.submitPending}
      onSubmitted={search.onSubmitted}
      actions={actions}
      listHrefOf={searchHref}
      supplierHrefOf={supplierHref}
      onNavigate={onNavigate}
      onClose={search.close}
    />
  );
}
