import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { geral } from "../textos/geral.ts";

/** True below 640 px, where lists are cards. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Sets the title of the browser tab. */
export function useTitulo(titulo: string | undefined): void {
  useEffect(() => {
    document.title = titulo ? `${titulo} · ${geral.nome}` : geral.nome;
  }, [titulo]);
}
