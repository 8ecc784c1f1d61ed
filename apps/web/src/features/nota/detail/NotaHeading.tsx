import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import classes from "./NotaHeading.module.css";

/** Heading of a document: type, number and série. */
export function NotaHeading({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <h1 className={classes.titulo}>
      <TypeTag type={nota.tipoNota} />
      <span className="t-pagina num">{formatDocumentNumber(nota.numeroNota)}</span>
      <span className={classes.serie}>{texts.serie(nota.serieNota)}</span>
    </h1>
  );
}
