import { geral } from "../textos/geral.ts";
import classes from "./FiltroEsqueleto.module.css";

/** Fields of the size they will have, while the form comes. */
export function FiltroEsqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando} className={classes.esqueleto}>
      {Array.from({ length: 12 }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields of a skeleton have no other name
        <span key={field} />
      ))}
    </div>
  );
}
