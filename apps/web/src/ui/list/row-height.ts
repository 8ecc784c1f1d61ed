/** Sets the height of the rows inside an element; by default that of the user's density. */
export function rowHeightOf(rowHeight: number | undefined): React.CSSProperties | undefined {
  return rowHeight ? ({ "--h-row": `${rowHeight}px` } as React.CSSProperties) : undefined;
}
