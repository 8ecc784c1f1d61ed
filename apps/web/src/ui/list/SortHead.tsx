import { IconArrowDown, IconArrowUp, IconSelector } from "@tabler/icons-react";
import classes from "./DataTable.module.css";

const ICON = { size: 14, stroke: 1.8, "aria-hidden": true } as const;

/** The head of a column that sorts: its arrow says the order; without one, a selector under the pointer. */
export function SortHead(props: {
  sort: "ascending" | "descending" | undefined;
  onSort: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { sort, onSort, children } = props;
  const Icon = sort === undefined ? IconSelector : sort === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sort !== undefined || undefined}
      onClick={onSort}
    >
      {children}
      <Icon {...ICON} />
    </button>
  );
}
