import { filterTexts } from "../../texts/lists/filters.ts";
import classes from "../list/tags.module.css";

/** The number of active filters, inside the filter button. */
export function FilterCount({ total }: { total: number }): React.JSX.Element | null {
  if (total === 0) return null;
  return (
    <span className={classes.total}>
      <span aria-hidden="true">{total}</span>
      <span className="vh"> {filterTexts.ativos(total)}</span>
    </span>
  );
}
