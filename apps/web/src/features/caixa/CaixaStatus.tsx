import {
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconMailX,
  IconMoonStars,
  type TablerIcon,
} from "@tabler/icons-react";
import { caixas as textos } from "../../textos/caixas.ts";
import { StatusTag } from "../../ui/Status.tsx";
import { type Estado, tomOf } from "./saude.ts";

const DESENHOS: Record<Estado, TablerIcon> = {
  coletando: IconCircleCheck,
  primeira: IconCircleDashed,
  silenciosa: IconMoonStars,
  falhou: IconClockExclamation,
  parada: IconMailX,
};

/** The status of a mailbox as icon, word and colour. */
export function CaixaStatus({ estado }: { estado: Estado }): React.JSX.Element {
  const Desenho = DESENHOS[estado];
  return (
    <StatusTag tom={tomOf(estado)} palavra={textos.estados[estado]}>
      <Desenho size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}
