import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { formatNumero } from "../../ui/numero.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import classes from "./NotaTitulo.module.css";

/** Heading of a document: type, number and série. */
export function NotaTitulo({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <h1 className={classes.titulo}>
      <TypeTag tipo={nota.tipoNota} />
      <span className="t-pagina num">{formatNumero(nota.numeroNota)}</span>
      <span className={classes.serie}>{textos.serie(nota.serieNota)}</span>
    </h1>
  );
}
