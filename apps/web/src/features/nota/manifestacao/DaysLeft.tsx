import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { remainingDaysTexts as texts } from "../../../texts/nota/remaining-days.ts";
import classes from "../list/NotaList.module.css";
import { deadlineStateOf } from "./deadline-state.ts";

/** Days left for a conclusive manifestação, if none was sent. A card shows only the last days. */
export function DaysLeft({
  nota,
  onCard = false,
}: {
  nota: NotaRow;
  onCard?: boolean;
}): React.JSX.Element | null {
  const restante = deadlineStateOf(nota, new Date());
  if (restante === null || restante.kind === "encerrado") return null;
  if (restante.kind === "tacita") return <small className={classes.silencio}>{texts.tacita}</small>;
  if (onCard && !restante.perto) return null;
  return (
    <small className={`num ${classes.silencio}`} data-perto={restante.perto || undefined}>
      {texts.faltam(restante.dias)}
    </small>
  );
}
