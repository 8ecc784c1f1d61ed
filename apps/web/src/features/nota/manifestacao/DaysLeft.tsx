import { Text } from "@mantine/core";
import { serverNow } from "../../../network/clock.ts";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { remainingDaysTexts as texts } from "../../../texts/nota/remaining-days.ts";
import { deadlineStateOf } from "./deadline-state.ts";

/** Days left for a conclusive manifestação, if none was sent. A card shows only the last days. */
export function DaysLeft({
  nota,
  onCard = false,
}: {
  nota: NotaRow;
  onCard?: boolean;
}): React.JSX.Element | null {
  const restante = deadlineStateOf(nota, serverNow());
  if (restante === null || restante.kind === "encerrado") return null;
  if (restante.kind === "tacita") return <small className="t-rotulo num">{texts.tacita}</small>;
  if (onCard && !restante.perto) return null;
  return (
    <Text component="small" className="t-rotulo num" c={restante.perto ? "var(--warn-text)" : undefined}>
      {texts.faltam(restante.dias)}
    </Text>
  );
}
