import { PAGE_SIZE } from "@malote/contract";
import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { useQuery } from "../call/use-query.ts";
import type { ResultPage } from "./queries.ts";

/** Where a document or e-mail was opened from: URL of the list and position in it, from 0. */
export type ListStart = { lista: string; pos: number };

/** An item to step to. */
export type ListStep = { id: string; pos: number };
export type ListPosition = {
  /** Position in the list and size of the list. `inside`: whether the item still matches the filter. */
  pos: number;
  total: number;
  inside: boolean;
  previous: ListStep | null;
  next: ListStep | null;
};

/** Reads the state that the list put into the history entry. */
export function readListStart(state: unknown): ListStart | null {
  if (typeof state !== "object" || state === null) return null;
  const { lista: list, pos } = state as Record<string, unknown>;
  if (typeof list !== "string" || typeof pos !== "number" || !Number.isInteger(pos) || pos < 0) return null;
  return { lista: list, pos };
}

type PageQuery<T extends { id: string }, K extends QueryKey> = (
  page: number,
) => UseQueryOptions<ResultPage<T>, Error, ResultPage<T>, K>;

/**
 * The neighbours of an item in the list it was opened from; null without a list or until it is loaded.
 * @param pages the query of a page, and how many rows a page has
 */
export function useListPosition<T extends { id: string }, K extends QueryKey>(
  id: string,
  start: ListStart | null,
  { pageQuery, pageSize = PAGE_SIZE }: { pageQuery: PageQuery<T, K>; pageSize?: number },
): ListPosition | null {
  const pos = start?.pos ?? 0;
  const page = Math.floor(pos / pageSize);
  const here = useQuery({ ...pageQuery(page + 1), enabled: start !== null });
  const first = pos % pageSize === 0 && page > 0;
  const last = pos % pageSize === pageSize - 1;
  const before = useQuery({ ...pageQuery(Math.max(page, 1)), enabled: start !== null && first });
  const after = useQuery({ ...pageQuery(page + 2), enabled: start !== null && last });
  if (!start || !here.data || here.isPlaceholderData) return null;
  const known = new Map<number, string>();
  const put = (data: ResultPage<T> | undefined, index: number): void =>
    data?.results.forEach((item, i) => {
      known.set(index * pageSize + i, item.id);
    });
  if (first) put(before.data, page - 1);
  if (last) put(after.data, page + 1);
  put(here.data, page);
  return positionIn({ id, pos, total: here.data.totalCount, known });
}

/**
 * The steps around an item. An item that left the filter (just marked, for example) keeps its position:
 * the next item is the one now there.
 */
export function positionIn(list: {
  id: string;
  pos: number;
  total: number;
  known: ReadonlyMap<number, string>;
}): ListPosition {
  const { id, total, known } = list;
  const found = [...known].find(([, other]) => other === id)?.[0];
  const pos = found ?? list.pos;
  const step = (at: number): ListStep | null => {
    const other = known.get(at);
    return other === undefined ? null : { id: other, pos: at };
  };
  return {
    pos,
    total,
    inside: found !== undefined,
    previous: step(pos - 1),
    next: step(found === undefined ? pos : pos + 1),
  };
}
