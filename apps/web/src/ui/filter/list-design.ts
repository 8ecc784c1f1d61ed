import type { Day } from "@malote/syntax";
import {
  emptyFilterOf,
  type FilterDesign,
  mapFields,
  readParams,
  requestOf,
  writeParams,
} from "./filter-design.ts";

type ListTab<F, Tab> = { tab: Tab; defaults: Partial<F>; pageParam?: string };

/** A list whose filter, tab, sort order and page are in the URL. R: the search parameters of the server. */
export type ListDesign<F, Tab extends string, Order extends string, R> = FilterDesign<F, R> & {
  /** The tabs by their URL value, each with the filter of a bare URL; the first is the default. */
  tabs: readonly [ListTab<F, Tab>, ...ListTab<F, Tab>[]];
  /** The sort orders; the first is the default. */
  sortOrders: readonly [Order, ...Order[]];
  /** Fields that search for one document: the default filter must not hide it. */
  searchFields?: readonly (keyof F)[];
  /** What tab and fields ask for together, beyond each field alone. */
  extraRequest?: (filter: F, tab: Tab) => Partial<R>;
};

/** What the URL of a list says. */
export type ListState<F, Tab, Order> = { filter: F; tab: Tab; sortOrder: Order; page: number };

const PAGE_PARAM = "page";

/** The state of a URL; invalid values are ignored. */
export function readList<F extends object, Tab extends string, Order extends string, R>(
  design: ListDesign<F, Tab, Order, R>,
  params: URLSearchParams,
): ListState<F, Tab, Order> {
  const asked = params.get("tab");
  const { tab, pageParam = PAGE_PARAM } = tabOf(design, asked);
  const page = Number(params.get(pageParam));
  return {
    filter: readParams(design, params, defaultFilterOf(design, tab)),
    tab,
    sortOrder: design.sortOrders.find((order) => order === params.get("ordem")) ?? design.sortOrders[0],
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The URL parameters of a list with a part of its state changed; another filter or order resets the page. */
export function writeList<F extends object, Tab extends string, Order extends string, R>(
  design: ListDesign<F, Tab, Order, R>,
  params: URLSearchParams,
  change: Partial<Omit<ListState<F, Tab, Order>, "tab">>,
): URLSearchParams {
  const { tab, pageParam = PAGE_PARAM } = tabOf(design, params.get("tab"));
  const { filter, sortOrder, page = 1 } = change;
  const defaults = defaultFilterOf(design, tab);
  const next = filter
    ? writeParams(design, params, { filter: dropDefaults(design, filter, { params, defaults }), defaults })
    : new URLSearchParams(params);
  if (sortOrder) {
    for (const each of design.tabs) next.delete(each.pageParam ?? PAGE_PARAM);
    setParam(next, "ordem", sortOrder === design.sortOrders[0] ? null : sortOrder);
  }
  setParam(next, pageParam, page > 1 ? String(page) : null);
  return next;
}

/** A filter that begins a search loses the defaults of its tab, as the search of the header has none. */
function dropDefaults<F extends object, Tab extends string, Order extends string, R>(
  design: ListDesign<F, Tab, Order, R>,
  filter: F,
  { params, defaults }: { params: URLSearchParams; defaults: F },
): F {
  const before = readParams(design, params, defaults);
  const isSearch = (each: F): boolean =>
    (design.searchFields ?? []).some((name) => each[name] !== design.fields[name].empty);
  if (isSearch(before) || !isSearch(filter)) return filter;
  return mapFields(design.fields, (name) => {
    const { empty, write } = design.fields[name];
    return write(filter[name]) === write(defaults[name]) ? empty : filter[name];
  }) as F;
}

/** The filter of a tab's URL without parameters. */
export function defaultFilterOf<F extends object, Tab extends string, Order extends string, R>(
  design: ListDesign<F, Tab, Order, R>,
  tab: Tab,
): F {
  return { ...emptyFilterOf(design), ...tabOf(design, tab).defaults };
}

/** The search parameters of the server. `today` is the day in the conta's zone. */
export function searchFilterOf<F extends object, Tab extends string, Order extends string, R>(
  design: ListDesign<F, Tab, Order, R>,
  { filter, tab }: { filter: NoInfer<F>; tab: Tab },
  today: Day,
): Partial<R> {
  return { ...requestOf(design, filter, today), ...design.extraRequest?.(filter, tab) };
}

function tabOf<F, Tab extends string, Order extends string, R>(
  { tabs }: ListDesign<F, Tab, Order, R>,
  asked: string | null,
): ListTab<F, Tab> {
  return tabs.find((each) => each.tab === asked) ?? tabs[0];
}

function setParam(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name);
  else params.set(name, value);
}
