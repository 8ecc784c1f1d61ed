import { memo } from "react";
import { filterTexts } from "../../texts/lists/filters.ts";
import { type CellFilter, type Column, type StickyPlace, stickyNameOf } from "./column.ts";
import classes from "./DataTable.module.css";
import { useIsPeeked } from "./peek-row.ts";

const MIDDLE_BUTTON = 1;

type RowProps<T> = {
  id: string;
  row: T;
  columns: readonly Column<T>[];
  places: ReadonlyMap<string, StickyPlace>;
  selected: boolean;
  onOpen: ((row: T) => void) | undefined;
  onOpenTab: ((row: T) => void) | undefined;
};

/** One row; drawn again only when one of its values changes. */
export const DataRow = memo(DrawnRow) as typeof DrawnRow;

/**
 * One row: a click opens it, with Ctrl or the middle button in a tab; Alt and a click filter by a cell. Its
 * name is its only tab stop; the arrow keys lead to its other controls.
 */
function DrawnRow<T>(props: RowProps<T>): React.JSX.Element {
  const { id, row, columns, places, selected, onOpen, onOpenTab } = props;
  const peeked = useIsPeeked(id);
  const onClick = (event: React.MouseEvent): void => {
    if (event.altKey) filterByCell(event, columns, row);
    else if (!isOnRow(event)) return;
    else if (event.ctrlKey || event.metaKey) onOpenTab?.(row);
    else if (!hasSelectedText()) onOpen?.(row);
  };
  const onAuxClick = (event: React.MouseEvent): void => {
    if (event.button === MIDDLE_BUTTON && isOnRow(event)) onOpenTab?.(row);
  };
  // The middle button would start to scroll the page.
  const onMouseDown = (event: React.MouseEvent): void => {
    if (onOpenTab && event.button === MIDDLE_BUTTON && isOnRow(event)) event.preventDefault();
  };
  return (
    <tr
      data-linha={id}
      data-selecionada={selected || undefined}
      data-aberta={peeked || undefined}
      onClick={onClick}
      onAuxClick={onAuxClick}
      onMouseDown={onMouseDown}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          className={column.screenOnly ? "sem-impressao" : undefined}
          data-lado={column.align}
          data-coluna={column.filter && column.key}
          data-fixa={stickyNameOf(places.get(column.key))}
        >
          {column.cell(row, selected)}
          {column.filter && <Funnel filter={column.filter} row={row} />}
        </td>
      ))}
    </tr>
  );
}

/** The control of 24 px that filters the list by the value of its cell. */
function Funnel<T>({ filter, row }: { filter: CellFilter<T>; row: T }): React.JSX.Element | null {
  const value = filter.textOf(row);
  if (value === null) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${classes.funnel} sem-impressao`}
      data-main={filter.main || undefined}
      aria-label={filterTexts.por(value)}
      data-dica={filterTexts.por(value)}
      data-dica-tecla={filterTexts.altClique}
      onClick={() => filter.run(row)}
    />
  );
}

function filterByCell<T>(event: React.MouseEvent, columns: readonly Column<T>[], row: T): void {
  const key =
    event.target instanceof Element ? event.target.closest<HTMLElement>("td")?.dataset.coluna : null;
  const filter = columns.find((column) => column.key === key)?.filter;
  if (!filter || filter.textOf(row) === null || event.defaultPrevented) return;
  event.preventDefault();
  filter.run(row);
}

/** Whether a click is on the row itself, not on an interactive element in it. */
function isOnRow(event: React.MouseEvent): boolean {
  if (event.defaultPrevented) return false;
  return !(event.target instanceof Element && event.target.closest("a, button, input, label"));
}

/** Whether the click is the end of a text selection. */
function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? "") !== "";
}
