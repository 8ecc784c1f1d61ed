import classes from "./DataTable.module.css";

/** One column of a table. `width` is a CSS width; columns without it share the remaining width. */
export type Column<T> = {
  key: string;
  title: React.ReactNode;
  width?: string;
  align?: "esquerda" | "direita" | "meio";
  sort?: "ascending" | "descending";
  /** Hidden in print. */
  screenOnly?: boolean;
  cell: (row: T) => React.ReactNode;
};

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
  /** Minimum width in pixels; below it the table scrolls. */
  minWidth?: number;
  /**
   * Reuses the rows of the previous page, several times faster: only for cells without state of their
   * own.
   */
  reuseRows?: boolean;
}): React.JSX.Element {
  const { label, columns, rows, keyOf, isSelected, onOpen, minWidth, reuseRows } = props;
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
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={reuseRows ? index : keyOf(row)}
            data-linha={keyOf(row)}
            data-selecionada={isSelected?.(row) ? true : undefined}
            onClick={(event) => {
              if (onOpen && isPlainClick(event)) onOpen(row);
            }}
          >
            {columns.map((column) => (
              <td
                key={column.key}
                className={column.screenOnly ? "sem-impressao" : undefined}
                data-lado={column.align}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A click on the row itself: not on an interactive element in it, nor the end of a text selection. */
function isPlainClick(event: React.MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return false;
  if (event.target instanceof Element && event.target.closest("a, button, input, label")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}
