import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/** Where the evidence of a document stands on its page. */
export const EVIDENCIAS_ID = "evidencias";

/** The open tab of a document, which its address holds; null for the first. */
export function useAba(): { aba: string | null; open: (chave: string | null) => void } {
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

/** Brings the evidence into sight, where it stands below the facts. */
export function showEvidencias(): void {
  document.getElementById(EVIDENCIAS_ID)?.scrollIntoView({ block: "nearest" });
}

/** Whether this browser shows a PDF inside a page; phones and some others open it by itself. */
export function isPdfVisivel(): boolean {
  return navigator.pdfViewerEnabled && !window.matchMedia("(max-width: 639px)").matches;
}
