import { useEffect } from "react";
import { pageMetas } from "../../texts/site/site.ts";

/** Sets the document title to that of the prerendered page. */
export function usePageTitle(page: keyof typeof pageMetas): void {
  useEffect(() => {
    document.title = pageMetas[page].titulo;
  }, [page]);
}
