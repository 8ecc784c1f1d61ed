/** Room around the content of a cell, in pixels: its padding, and one to be safe against rounding. */
const CELL_PADDING = 17;

/** A head, its column of the table, and the width that it has. */
type DraggedColumn = { head: HTMLTableCellElement; col: HTMLElement; table: HTMLTableElement; width: number };

function columnOf(edge: Element): DraggedColumn | null {
  const head = edge.closest("th");
  const table = head?.closest("table");
  const col = head && table?.querySelectorAll<HTMLElement>("col")[head.cellIndex];
  return head && table && col ? { head, col, table, width: head.getBoundingClientRect().width } : null;
}

/**
 * Follows the pointer with the width of a column. While it moves only styles change; what React draws follows
 * at the end.
 * @param onEnd the new width, once the pointer is released
 */
export function dragEdge(edge: HTMLElement, event: PointerEvent, onEnd: (width: number) => void): void {
  const column = columnOf(edge);
  if (!column) return;
  event.preventDefault();
  const { col, table, width } = column;
  const [startX, minWidth] = [event.clientX, Number.parseFloat(table.style.minWidth) || 0];
  const before = { width: col.style.width, table: table.style.width, minWidth: table.style.minWidth };
  // The column that took what the others leave: the table grows with it, and they keep their widths.
  const tableWidth = before.width === "" ? table.getBoundingClientRect().width : null;
  let last = width;
  const move = ({ clientX }: PointerEvent): void => {
    last = Math.max(0, width + clientX - startX);
    col.style.width = `${last}px`;
    table.style.minWidth = `${minWidth + last - width}px`;
    if (tableWidth !== null) table.style.width = `${tableWidth + last - width}px`;
  };
  const end = ({ type }: PointerEvent): void => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    // React's own values, which it compares with the next ones.
    col.style.width = before.width;
    table.style.width = before.table;
    table.style.minWidth = before.minWidth;
    if (type === "pointerup" && Math.abs(last - width) >= 1) onEnd(last);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}

/** The width that shows the whole content of a column, head included; null without a column. */
export function fittingWidth(edge: Element): number | null {
  const column = columnOf(edge);
  if (!column) return null;
  const { head, col, table } = column;
  const before = col.style.width;
  // At its narrowest, each cell overflows by what it holds.
  col.style.width = "1px";
  const cells = [...table.tBodies].flatMap((body) => [...body.rows]).map((row) => row.cells[head.cellIndex]);
  const widest = Math.max(contentWidthOf(head), ...cells.map((cell) => (cell ? contentWidthOf(cell) : 0)));
  col.style.width = before;
  return widest + CELL_PADDING;
}

function contentWidthOf(cell: HTMLElement): number {
  const widths = [...cell.children]
    .filter((child) => getComputedStyle(child).position !== "absolute")
    .map((child) => Math.max(child.scrollWidth, child.getBoundingClientRect().width));
  return widths.reduce((sum, width) => sum + width, 0);
}
