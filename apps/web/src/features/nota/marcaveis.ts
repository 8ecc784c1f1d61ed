import { estadoOf, type Marca, type Marcavel } from "./marcas.ts";

/** A mark that is to be put, or taken. */
export type Pedido = { marca: Marca; ligar: boolean };

/**
 * What a mark changes among the picked documents: those in quarantine are left alone, and so are those that stand as asked, for the way
 * back would take from them what somebody put there before.
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
