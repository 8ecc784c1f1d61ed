import type { NotaLinha } from "../../rpc/queries.ts";
import { silencio as textos } from "../../textos/silencio.ts";
import classes from "./Notas.module.css";
import { restanteOf } from "./restante.ts";

/** Days left for a conclusive manifestação, if none was sent. A card shows only the last days. */
export function Silencio({
  nota,
  noCartao = false,
}: {
  nota: NotaLinha;
  noCartao?: boolean;
}): React.JSX.Element | null {
  const restante = restanteOf(nota, new Date());
  if (restante === null || restante.kind === "encerrado") return null;
  if (restante.kind === "tacita") return <small className={classes.silencio}>{textos.tacita}</small>;
  if (noCartao && !restante.perto) return null;
  return (
    <small className={`num ${classes.silencio}`} data-perto={restante.perto || undefined}>
      {textos.faltam(restante.dias)}
    </small>
  );
}
