import { useEffect } from "react";
import { type Dono, useGuardado } from "./guardado.ts";

/** How close the rows of lists stand. */
export const DENSIDADES = ["normal", "compacta"] as const;
export type Densidade = (typeof DENSIDADES)[number];

const NOME = "densidade";
/** The last one used at this browser, so that the first rows have their height before it is known whose they are. */
const ULTIMA = "malote-densidade";

/** The person's choice for every list; the stylesheets of lists read it from the root.   @param dono null until known */
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
    // Without storage the next visit begins with normal rows.
  }
}

try {
  document.documentElement.dataset.densidade = readDensidade(localStorage.getItem(ULTIMA));
} catch {
  // Normal rows, then.
}
