import { filtros } from "../textos/filtros.ts";
import classes from "./tags.module.css";

/** The number of active filters, inside the filter button. */
export function FiltroTotal({ total }: { total: number }): React.JSX.Element | null {
  if (total === 0) return null;
  return (
    <span className={classes.total}>
      <span aria-hidden="true">{total}</span>
      <span className="vh"> {filtros.ativos(total)}</span>
    </span>
  );
}
