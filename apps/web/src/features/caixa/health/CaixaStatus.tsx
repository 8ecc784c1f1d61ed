import {
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconMailX,
  IconMoonStars,
  type TablerIcon,
} from "@tabler/icons-react";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { StatusTag } from "../../../ui/documento/Status.tsx";
import { type CaixaState, toneOf } from "./caixa-state.ts";

const STATE_ICONS: Record<CaixaState, TablerIcon> = {
  coletando: IconCircleCheck,
  primeira: IconCircleDashed,
  silenciosa: IconMoonStars,
  falhou: IconClockExclamation,
  parada: IconMailX,
};

/** The status of a mailbox as icon, word and colour. */
export function CaixaStatus({ state }: { state: CaixaState }): React.JSX.Element {
  return <StatusTag tone={toneOf(state)} word={texts.estados[state]} icon={STATE_ICONS[state]} />;
}
