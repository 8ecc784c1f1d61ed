import { type Dia, diaInZona } from "@malote/syntax";
import { formatDiaTitulo } from "./quando.ts";

/** Items of one day under its heading: "Hoje" or the date, and the day in words. */
export type GrupoDia<T> = { chave: string; nome: string; extenso: string; itens: T[] };

/** Groups items by day and keeps their order; items without an instant come under `semData`. */
export function groupByDia<T>(
  itens: readonly T[],
  instanteOf: (item: T) => Date | null,
  { hoje, zona, semData }: { hoje: Dia; zona: string; semData: string },
): GrupoDia<T>[] {
  const groups = new Map<string, GrupoDia<T>>();
  for (const item of itens) {
    const instante = instanteOf(item);
    const chave = instante ? diaInZona(instante, zona) : "";
    const head = chave === "" ? { nome: semData, extenso: "" } : formatDiaTitulo(chave, hoje);
    const group = groups.get(chave) ?? { chave, ...head, itens: [] };
    group.itens.push(item);
    groups.set(chave, group);
  }
  return [...groups.values()];
}
