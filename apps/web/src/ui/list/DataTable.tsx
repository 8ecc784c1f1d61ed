import { memo, useMemo } from "react";
import { type Column, type StickyPlace, stickyNameOf, stickyPlacesOf } from "./column.ts";
import { DataRow } from "./DataRow.tsx";
import classes from "./DataTable.module.css";
import { HeadTools } from "./HeadTools.tsx";
import { SortHead } from "./SortHead.tsx";

/**
 * A table with a sticky header; selection and focus are styled on the row. Mantine's Table adds a component
 * to each cell, and a list has hundreds. With the same columns, `onOpen` and `onOpenTab`, only the rows that
 * changed are drawn again.
 */
export function DataTable<T>(props: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  isSelected?: (row: T) => boolean;
  onOpen?: (row: T) => void;
  onOpenTab?: (row: T) => void;
  /** Minimum width in pixels; below it the table scrolls. */
  minWidth?: number;
  /**
   * Reuses the rows of the previous page, several times faster: only for cells without state of their
   * own.
   */
  reuseRows?: boolean;
}): React.JSX.Element {
  const { label, columns, rows, keyOf, isSelected, onOpen, onOpenTab, minWidth, reuseRows } = props;
  const { places, offsets } = useMemo(() => stickyPlacesOf(columns), [columns]);
  return (
    <table className={classes.table} aria-label={label} style={{ ...offsets, minWidth: minWidth }}>
      <colgroup>
        {columns.map((column) => (
          <col
            key={column.key}
            className={column.screenOnly ? "sem-impressao" : undefined}
            style={column.width ? { width: column.width } : undefined}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} place={places.get(column.key)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <DataRow
            key={reuseRows ? index : keyOf(row)}
            id={keyOf(row)}
            row={row}
            columns={columns}
            places={places}
            selected={isSelected?.(row) ?? false}
            onOpen={onOpen}
            onOpenTab={onOpenTab}
          />
        ))}
      </tbody>
    </table>
  );
}

/** One head; drawn again only when its column changes. */
const Head = memo(DrawnHead) as typeof DrawnHead;

function DrawnHead<T>({
  column,
  place,
}: {
  column: Column<T>;
  place: StickyPlace | undefined;
}): React.JSX.Element {
  const { title, align, sort, onSort, screenOnly, layout } = column;
  const className = screenOnly ? "table-head sem-impressao" : "table-head";
  // A head without a name would be announced as an empty one.
  if (title === null) return <td className={className} />;
  return (
    <th scope="col" className={className} data-lado={align} data-fixa={stickyNameOf(place)} aria-sort={sort}>
      {onSort ? (
        <SortHead sort={sort} onSort={onSort}>
          {title}
        </SortHead>
      ) : (
        title
      )}
      {layout && <HeadTools layout={layout} />}
    </th>
  );
}
