import { formatTipoNota, type TipoNota } from "@malote/syntax";
import classes from "./tags.module.css";

/** The type of a document: an outlined tag without colour. */
export function TypeTag({ type }: { type: TipoNota }): React.JSX.Element {
  return <span className={classes.tipo}>{formatTipoNota(type)}</span>;
}
