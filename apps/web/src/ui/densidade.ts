import { useEffect } from "react";
import { type Dono, useGuardado } from "./guardado.ts";

/** Row densities of the lists. */
export const DENSIDADES = ["normal", "compacta"] as const;
export type Densidade = (typeof DENSIDADES)[number];

const NOME = "densidade";
/** Storage key of the last density in this browser: the first paint uses it before the user is known. */
const ULTIMA = "malote-densidade";

/**
 * The user's density for all lists; the stylesheets read it from the root element.
 * @param dono null until known
 */
export function useDensidade(dono: Dono | null): [Densidade, (densidade: Densidade) => void] {
  const [densidade, setDensidade] = useGuardado(NOME, dono, readDensidade);
  useEffect(() => {
    if (dono) show(densidade);
  }, [dono, densidade]);
  return [densidade, setDensidade];
}

function readDensidade(valor: unknown): Densidade {
  return DENSIDADES.find((each) => each === valor) ?? "normal";
}

function show(densidade: Densidade): void {
  document.documentElement.dataset.densidade = densidade;
  try {
    localStorage.setItem(ULTIMA, densidade);
  } catch {
    // Without storage the next visit starts with normal rows.
  }
}

try {
  document.documentElement.dataset.densidade = readDensidade(localStorage.getItem(ULTIMA));
} catch {
  // Without storage the rows are normal.
}
