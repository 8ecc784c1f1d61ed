import { PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { type Day, dayInZone } from "@malote/syntax";
import type { QueryKey, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation } from "react-router-dom";
import {
  type ListWithViews,
  useListAddress,
  type ViewDisplay,
} from "../../features/saved-views/use-saved-views.ts";
import { serverNow } from "../../network/clock.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import type { ResultPage } from "../../rpc/documents/queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import {
  type ListDesign,
  type ListState,
  readList,
  searchFilterOf,
  writeList,
} from "../../ui/filter/list-design.ts";
import { useFocusOpenRow } from "../../ui/list/row-focus.ts";
import { useArrivals } from "./use-arrivals.ts";

/** A list of documents, e-mails or records; `name` is that of its saved views. */
type ListSource<F, Tab extends string, Order extends string, R, Row, Key extends QueryKey> = {
  name: ListWithViews;
  design: ListDesign<F, Tab, Order, R>;
  queryOf: (
    searchFilter: Partial<R>,
    at: ListState<F, Tab, Order>,
  ) => UseQueryOptions<ResultPage<Row>, Error, ResultPage<Row>, Key>;
  hrefOf: (row: Row) => string;
  /** Applies the columns and the density of a saved view. */
  onDisplay?: (display: ViewDisplay) => void;
  /** Rows of a page, if the user chooses them. */
  pageSize?: number;
};

/** A list as its URL says, the page of rows that it requests, and how to change it. */
export type UrlList<F, Tab extends string, Order extends string, R, Row> = ListState<F, Tab, Order> & {
  name: ListWithViews;
  design: ListDesign<F, Tab, Order, R>;
  params: URLSearchParams;
  /** The query string of the list without any saved view. */
  withoutView: string;
  timeZone: string;
  today: Day;
  searchFilter: Partial<R>;
  query: UseQueryResult<ResultPage<Row>>;
  /** The page of rows to show, how many newer ones the list has, and what shows them. */
  data: ResultPage<Row> | undefined;
  newer: number;
  showNewer: () => void;
  /** Number of pages, rows of a page, and the position in the list of the first row, from 0. */
  pages: number;
  pageSize: number;
  first: number;
  /** URL of a row, and its position in the list for the links back, previous and next. */
  linkOf: (row: Row) => { to: string; state: unknown };
  change: (part: Partial<Omit<ListState<F, Tab, Order>, "tab">>) => void;
};

/** The list that the URL describes; focuses the row that was open when the user comes back. */
export function useUrlList<
  F extends object,
  Tab extends string,
  Order extends string,
  R,
  Row extends { id: string },
  Key extends QueryKey,
>(source: ListSource<F, Tab, Order, R, Row, Key>): UrlList<F, Tab, Order, R, Row> {
  const { name, design, queryOf, hrefOf, onDisplay, pageSize = PAGE_SIZE } = source;
  const { params, setParams, withoutView } = useListAddress(name, onDisplay);
  const { pathname, search } = useLocation();
  const timeZone = useTimeZone();
  const today = dayInZone(serverNow(), timeZone);
  const state = readList(design, params);
  const searchFilter = searchFilterOf(design, state, today);
  const request = queryOf(searchFilter, state);
  const query = useQuery(request);
  const { data, newer, showNewer } = useArrivals(request, query);
  const lista = `${pathname}${search}`;
  const first = (state.page - 1) * pageSize;
  useFocusOpenRow(lista, first, data !== undefined);
  return {
    ...state,
    name,
    design,
    params,
    withoutView,
    timeZone,
    today,
    searchFilter,
    query,
    data,
    newer,
    // The newest rows are on the first page.
    showNewer: () =>
      state.page === 1 ? showNewer() : setParams(writeList(design, params, { page: 1 } as never)),
    pages: countPages(data?.totalCount ?? 0, pageSize),
    pageSize,
    first,
    linkOf: useCallback(
      (row: Row) => ({ to: hrefOf(row), state: { lista, pos: first + (data?.results.indexOf(row) ?? 0) } }),
      [hrefOf, lista, first, data],
    ),
    change: (part) => setParams(writeList(design, params, part)),
  };
}

function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.min(Math.ceil(total / pageSize), PAGE_DEPTH_MAX / pageSize));
}
