import { addAmount, compareAmount } from "@malote/syntax";
import type { UfData } from "../../../rpc/documents/painel.ts";

/** Position of each UF on the map of tiles: [column, row], from 1. */
export const TILE_POSITIONS: Readonly<Record<string, readonly [number, number]>> = {
  RR: [2, 1],
  AP: [4, 1],
  AM: [2, 2],
  PA: [3, 2],
  MA: [4, 2],
  CE: [5, 2],
  RN: [6, 2],
  AC: [1, 3],
  RO: [2, 3],
  TO: [3, 3],
  PI: [4, 3],
  PE: [5, 3],
  PB: [6, 3],
  MT: [2, 4],
  GO: [3, 4],
  BA: [4, 4],
  SE: [5, 4],
  AL: [6, 4],
  MS: [2, 5],
  DF: [3, 5],
  MG: [4, 5],
  ES: [5, 5],
  SP: [3, 6],
  RJ: [4, 6],
  PR: [3, 7],
  SC: [3, 8],
  RS: [3, 9],
};

export const FOREIGN = "EX";

export const SORT_ORDERS = ["quantidade", "valor", "uf"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
export type Measure = "quantidade" | "valor";

/** Whether it is one of the 27 UFs, by which a list can be filtered. */
export function isUfOfMap(uf: string | null): uf is string {
  return uf !== null && Object.hasOwn(TILE_POSITIONS, uf);
}

export function sumUfs(rows: readonly UfData[]): { quantidade: number; valor: string; ufs: number } {
  return {
    quantidade: rows.reduce((sum, { quantidade }) => sum + quantidade, 0),
    valor: rows.reduce((sum, { valor }) => addAmount(sum, valor), "0.00"),
    ufs: rows.filter(({ uf }) => isUfOfMap(uf)).length,
  };
}

/** Sorts by a measure in descending order, or by UF in alphabetical order. */
export function sortUfs(rows: readonly UfData[], sortOrder: SortOrder): UfData[] {
  const name = ({ uf }: UfData): string => uf ?? "ZZ";
  return rows.toSorted((a, b) => {
    const byName = name(a) < name(b) ? -1 : 1;
    if (sortOrder === "uf") return byName;
    const order = sortOrder === "valor" ? compareAmount(b.valor, a.valor) : b.quantidade - a.quantidade;
    return order || byName;
  });
}

/** The measure of a row as a number: for drawing only, never for sums. */
export function measureOf(row: UfData, measure: Measure): number {
  return measure === "quantidade" ? row.quantidade : Number(row.valor);
}
