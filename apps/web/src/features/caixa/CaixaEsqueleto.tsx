import { geral } from "../../textos/geral.ts";
import classes from "./CaixaEsqueleto.module.css";

/** Placeholder of the form while it loads. */
export function CaixaEsqueleto(): React.JSX.Element {
  return (
    <div className={classes.esqueleto} role="status" aria-label={geral.carregando}>
      {["a", "b", "c", "d", "e", "f"].map((campo) => (
        <div key={campo}>
          <span />
          <div />
        </div>
      ))}
    </div>
  );
}
