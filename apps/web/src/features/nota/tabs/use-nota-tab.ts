import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/** Element id of the tabs. */
export const TABS_ID = "evidencias";

/** The open tab of a document, which the URL holds; null for the first tab. */
export function useNotaTab(): { aba: string | null; open: (chave: string | null) => void } {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = (chave: string | null): void => {
    const next = new URLSearchParams(params);
    if (chave === null) next.delete("aba");
    else next.set("aba", chave);
    void navigate({ search: next.toString() }, { replace: true, state, preventScrollReset: true });
  };
  return { aba: params.get("aba"), open };
}

/** Scrolls to the tabs, which are below the facts on a narrow screen. */
export function scrollToTabs(): void {
  document.getElementById(TABS_ID)?.scrollIntoView({ block: "nearest" });
}
