import { geral } from "../textos/geral.ts";
import classes from "./FiltroEsqueleto.module.css";

/** Placeholders of the fields' final size while the form loads. */
export function FiltroEsqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando} className={classes.esqueleto}>
      {Array.from({ length: 12 }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields of a skeleton have no other key
        <span key={field} />
      ))}
    </div>
  );
}
