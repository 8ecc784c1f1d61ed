import type { UseQueryResult } from "@tanstack/react-query";
import type { Explanation } from "../../texts/app/general.ts";
import { FailureState } from "../feedback/FailureState.tsx";
import { type ListDescription, ResponsiveTable } from "./ResponsiveTable.tsx";
import { RowsSkeleton } from "./RowsSkeleton.tsx";

/** All rows of a list, or one page of them. */
type Rows<T> = readonly T[] | { results: readonly T[]; totalCount: number };

/** A list and where its rows come from. */
export type QueryListProps<T> = ListDescription<T> & {
  query: UseQueryResult<Rows<T>>;
  explain: (error: Error) => Explanation | null;
  /** Shown in place of no rows. */
  empty: React.ReactNode;
};

const PLACEHOLDER_ROWS = 6;
/** Placeholder width of a column without a fixed width, in pixels. */
const FLEXIBLE_WIDTH = 200;

/** The rows of a query as a list; before them a skeleton, in their absence the failure or empty state. */
export function QueryList<T>(props: QueryListProps<T>): React.ReactNode {
  const { query, explain, empty, columns, rowHeight } = props;
  if (query.data === undefined) {
    if (query.isPending) {
      const widths = columns.map(({ width }) => placeholderWidth(width));
      return <RowsSkeleton rows={PLACEHOLDER_ROWS} widths={widths} rowHeight={rowHeight} />;
    }
    return <FailureState failure={explain(query.error)} onRetry={() => void query.refetch()} />;
  }
  const rows = rowsOf(query.data);
  return rows.length === 0 ? empty : <ResponsiveTable {...props} rows={rows} />;
}

function rowsOf<T>(data: Rows<T>): readonly T[] {
  return "results" in data ? data.results : data;
}

/** Number of rows of the list, on this page and the others; 0 while unknown. */
export function totalOf(data: Rows<unknown> | undefined): number {
  if (data === undefined) return 0;
  return "results" in data ? data.totalCount : data.length;
}

/** A value fills about two thirds of its column. */
function placeholderWidth(width = ""): number {
  return width.endsWith("px") ? (Number.parseInt(width, 10) * 2) / 3 : FLEXIBLE_WIDTH;
}
