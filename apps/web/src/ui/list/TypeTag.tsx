import { formatTipoNota, type TipoNota } from "@malote/syntax";
import classes from "./TypeTag.module.css";

/** The type of a document: an outlined tag without colour. Mantine's Badge draws four elements a row. */
export function TypeTag({ type }: { type: TipoNota }): React.JSX.Element {
  return <span className={classes.tag}>{formatTipoNota(type)}</span>;
}
