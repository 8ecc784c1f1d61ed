import { estadoOf, type Marca, type Marcavel } from "./marcas.ts";

/** A flag to set or to clear. */
export type Pedido = { marca: Marca; ligar: boolean };

/**
 * The selected documents that the change affects, and how many are in quarantine. Documents already
 * in the requested state are skipped, so that undo does not clear flags set earlier.
 */
export function splitMarcaveis(
  notas: readonly Marcavel[],
  { marca, ligar }: Pedido,
): { mudam: Marcavel[]; quarentena: number } {
  const livres = notas.filter((nota) => !nota.quarentena);
  return {
    mudam: livres.filter((nota) => estadoOf(nota, marca).ligada !== ligar),
    quarentena: notas.length - livres.length,
  };
}
