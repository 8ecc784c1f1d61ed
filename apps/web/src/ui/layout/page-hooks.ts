import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { general } from "../../texts/app/general.ts";

/** True below 640 px, where lists are cards. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${general.nome}` : general.nome;
  }, [title]);
}
