/** One column of a table. `width` is a CSS width; columns without it share the remaining width. */
export type Column<T> = {
  key: string;
  title: React.ReactNode;
  width?: string;
  align?: "esquerda" | "direita" | "meio";
  sort?: "ascending" | "descending";
  /** Sorts the list by this column, or reverses its order. */
  onSort?: () => void;
  /** Hidden in print. */
  screenOnly?: boolean;
  cell: (row: T) => React.ReactNode;
  filter?: CellFilter<T>;
};

/** How a cell filters the list by its value: by its funnel, or by Alt and a click. */
export type CellFilter<T> = {
  /** The value in words; null without one. */
  textOf: (row: T) => string | null;
  run: (row: T) => void;
  /** Its funnel shows with its row, the others with their cell. */
  main?: boolean;
};
