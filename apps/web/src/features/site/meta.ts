import { useEffect } from "react";
import { metas } from "../../textos/site.ts";

/** Names the page in the browser's tab as its prerendered document does. */
export function useMeta(pagina: keyof typeof metas): void {
  useEffect(() => {
    document.title = metas[pagina].titulo;
  }, [pagina]);
}
