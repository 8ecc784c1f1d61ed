import { PAGE_SIZE } from "@malote/contract";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Pagina } from "./queries.ts";

/** Where a document or e-mail was opened from: URL of the list and position in it, from 0. */
export type Partida = { lista: string; pos: number };

/** An item to step to. */
export type Passo = { id: string; pos: number };
export type Percurso = {
  /** Position in the list and size of the list. `dentro`: whether the item still matches the filter. */
  pos: number;
  total: number;
  dentro: boolean;
  anterior: Passo | null;
  proximo: Passo | null;
};

/** Reads the state that the list put into the history entry. */
export function readPartida(state: unknown): Partida | null {
  if (typeof state !== "object" || state === null) return null;
  const { lista, pos } = state as Record<string, unknown>;
  if (typeof lista !== "string" || typeof pos !== "number" || !Number.isInteger(pos) || pos < 0) return null;
  return { lista, pos };
}

type PaginaQuery<T extends { id: string }, K extends QueryKey> = (
  pagina: number,
) => UseQueryOptions<Pagina<T>, Error, Pagina<T>, K>;

/** The neighbours of an item in the list it was opened from; null without a list or until it is loaded. */
export function usePercurso<T extends { id: string }, K extends QueryKey>(
  id: string,
  partida: Partida | null,
  pageQuery: PaginaQuery<T, K>,
): Percurso | null {
  const pos = partida?.pos ?? 0;
  const page = Math.floor(pos / PAGE_SIZE);
  const here = useQuery({ ...pageQuery(page + 1), enabled: partida !== null });
  const first = pos % PAGE_SIZE === 0 && page > 0;
  const last = pos % PAGE_SIZE === PAGE_SIZE - 1;
  const before = useQuery({ ...pageQuery(Math.max(page, 1)), enabled: partida !== null && first });
  const after = useQuery({ ...pageQuery(page + 2), enabled: partida !== null && last });
  if (!partida || !here.data || here.isPlaceholderData) return null;
  const known = new Map<number, string>();
  const put = (data: Pagina<T> | undefined, index: number): void =>
    data?.results.forEach((item, i) => {
      known.set(index * PAGE_SIZE + i, item.id);
    });
  if (first) put(before.data, page - 1);
  if (last) put(after.data, page + 1);
  put(here.data, page);
  return walk({ id, pos, total: here.data.totalCount, known });
}

/**
 * The steps around an item. An item that left the filter (just marked, for example) keeps its position:
 * the next item is the one now there.
 */
export function walk(lista: {
  id: string;
  pos: number;
  total: number;
  known: ReadonlyMap<number, string>;
}): Percurso {
  const { id, total, known } = lista;
  const found = [...known].find(([, other]) => other === id)?.[0];
  const pos = found ?? lista.pos;
  const step = (at: number): Passo | null => {
    const other = known.get(at);
    return other === undefined ? null : { id: other, pos: at };
  };
  return {
    pos,
    total,
    dentro: found !== undefined,
    anterior: step(pos - 1),
    proximo: step(found === undefined ? pos : pos + 1),
  };
}
