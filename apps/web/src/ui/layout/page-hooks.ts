import { useMediaQuery } from "@mantine/hooks";
import { useDeferredValue, useEffect } from "react";
import { general } from "../../texts/app/general.ts";

/** True below 640 px, where lists are cards. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Whether the menu has room for icons only. */
export function useIsNarrow(): boolean {
  return useMediaQuery("(max-width: 1199px)", undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${general.nome}` : general.nome;
  }, [title]);
}

/**
 * Whether content may take the place of its skeleton. React draws what a deferred value shows in small
 * steps between which the page answers: the first 20 rows at once would hold it for 150 ms.
 */
export function useFirstShown(known: boolean): boolean {
  return useDeferredValue(known) && known;
}
