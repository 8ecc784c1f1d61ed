import { geral } from "../../textos/geral.ts";
import classes from "./EmpresaEsqueleto.module.css";

/** A form before it comes: its fields in their places. */
export function EmpresaEsqueleto(): React.JSX.Element {
  return (
    <div className={classes.esqueleto} role="status" aria-label={geral.carregando}>
      {["a", "b", "c"].map((campo) => (
        <div key={campo}>
          <span />
          <div />
        </div>
      ))}
    </div>
  );
}
