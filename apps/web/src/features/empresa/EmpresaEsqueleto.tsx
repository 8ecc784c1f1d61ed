import { geral } from "../../textos/geral.ts";
import classes from "./EmpresaEsqueleto.module.css";

/** Placeholder of the form while it loads. */
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
