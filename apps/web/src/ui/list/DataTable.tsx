import type { Column } from "./column.ts";
import { DataRow } from "./DataRow.tsx";
import classes from "./DataTable.module.css";
import { SortHead } from "./SortHead.tsx";

/**
 * A table with a sticky header; selection and focus are styled on the row. Mantine's Table adds a component
 * to each cell, and a list has hundreds.
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
  return (
    <table className={classes.table} aria-label={label} style={{ minWidth: minWidth }}>
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
            <th
              key={column.key}
              scope="col"
              className={column.screenOnly ? "table-head sem-impressao" : "table-head"}
              data-lado={column.align}
              aria-sort={column.sort}
            >
              {column.onSort ? (
                <SortHead sort={column.sort} onSort={column.onSort}>
                  {column.title}
                </SortHead>
              ) : (
                column.title
              )}
            </th>
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
            selected={isSelected?.(row) ?? false}
            onOpen={onOpen}
            onOpenTab={onOpenTab}
          />
        ))}
      </tbody>
    </table>
  );
}
