import { administracao as textos } from "../textos/admin.ts";
import classes from "./Atualizado.module.css";
import { formatHora } from "./quando.ts";

/** Time of the last load of the list on screen. */
export function Atualizado({ em, zona }: { em: number; zona: string }): React.JSX.Element {
  return <p className={`${classes.atualizado} num`}>{textos.atualizado(formatHora(new Date(em), zona))}</p>;
}
