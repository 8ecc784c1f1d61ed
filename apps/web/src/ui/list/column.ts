/** One column of a table. `width` is a CSS width; columns without it share the remaining width. */
export type Column<T> = {
  key: string;
  /** null: an empty column, which takes the width that the others leave. */
  title: React.ReactNode;
  width?: string;
  align?: "esquerda" | "direita" | "meio";
  sort?: "ascending" | "descending";
  /** Sorts the list by this column, or reverses its order. */
  onSort?: () => void;
  /** Hidden in print. */
  screenOnly?: boolean;
  /** In sight while the others scroll: at the left, or at the right of a narrow window. */
  side?: "left" | "right" | undefined;
  /** What its head lets the user change. */
  layout?: { key: string; name: string; isPinned: boolean } | undefined;
  cell: (row: T, isSelected?: boolean) => React.ReactNode;
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

/** What the heads of a table change of its columns. */
export type ColumnActions<Key extends string = string> = {
  onResize: (key: Key, width: number) => void;
  onMove: (key: Key, step: 1 | -1) => void;
  onPin: (key: Key, pinned: boolean) => void;
  onHide: (key: Key) => void;
  onReset: () => void;
  canMove: (key: Key, step: 1 | -1) => boolean;
  canHide: (key: Key) => boolean;
};

/** The place of a column that stays in sight: its number among those of its side, from the edge. */
export type StickyPlace = { side: "left" | "right"; at: number };

/** The sticky columns by key, and how far each is from its edge, as CSS variables of the table. */
export function stickyPlacesOf<T>(columns: readonly Column<T>[]): {
  places: ReadonlyMap<string, StickyPlace>;
  offsets: Record<string, string>;
} {
  const places = new Map<string, StickyPlace>();
  const offsets: Record<string, string> = {};
  const place = (side: "left" | "right", ordered: readonly Column<T>[]): void => {
    let [at, offset] = [0, 0];
    for (const column of ordered) {
      if (column.side !== side) continue;
      places.set(column.key, { side, at });
      offsets[`--${side}-${at}`] = `${offset}px`;
      offset += Number.parseInt(column.width ?? "0", 10);
      at += 1;
    }
  };
  place("left", columns);
  place("right", columns.toReversed());
  return { places, offsets };
}

/** The name by which the style sheet finds a sticky cell: "left-0". */
export function stickyNameOf(place: StickyPlace | undefined): string | undefined {
  return place && `${place.side}-${place.at}`;
}
