import { useNavigate } from "react-router-dom";
import { documentHref, searchHref, supplierHref } from "../../features/nota/filters/search-href.ts";
import { requestNewView } from "../../features/saved-views/new-view-request.ts";
import { SearchPalette } from "../../features/search/SearchPalette.tsx";
import type { PeekedDocument } from "../../features/search/use-palette.ts";
import { queryClient } from "../../rpc/call/query-client.ts";
import { useHasPanelRoom } from "../../ui/layout/SidePanel.tsx";
import { peekRow, requestPeek } from "../../ui/list/peek-row.ts";
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
  const hasPanelRoom = useHasPanelRoom();
  const actions = useGlobalActions(onShortcuts);
  const onNavigate = (href: string): void => {
    const isList = href.startsWith("/dfe_recebidos");
    search.leave(isList ? search.text : "");
    // Repeating a search reloads the list: new documents may have arrived.
    if (isList) void queryClient.invalidateQueries({ queryKey: ["notas", "lista"] });
    void navigate(href);
  };
  const onPeek = ({ id, side, chave }: PeekedDocument): void => {
    const isListed = document.querySelector(`[data-linha="${CSS.escape(id)}"]`) !== null;
    if (hasPanelRoom && isListed) {
      search.leave("");
      peekRow(id);
      return;
    }
    // Without room for a panel, or for a document that no list can be asked for, its page.
    if (!hasPanelRoom || chave === null) {
      onNavigate(`/nota/${id}?type=${side}`);
      return;
    }
    requestPeek(id);
    search.leave("");
    void navigate(documentHref(chave, side));
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
      onSaveView={(text) => {
        requestNewView();
        onNavigate(searchHref(text));
      }}
      onPeek={onPeek}
      onNavigate={onNavigate}
      onClose={search.close}
    />
  );
}
