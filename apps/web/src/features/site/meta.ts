import { useEffect } from "react";
import { metas } from "../../textos/site.ts";

/** Sets the document title to that of the prerendered page. */
export function useMeta(pagina: keyof typeof metas): void {
  useEffect(() => {
    document.title = metas[pagina].titulo;
  }, [pagina]);
}
