import { Stack } from "@mantine/core";
import {
  IconCertificate,
  IconDatabaseX,
  IconEqualNot,
  IconFileAlert,
  IconMailX,
  type TablerIcon,
} from "@tabler/icons-react";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { AlertStrip } from "../../../ui/feedback/AlertStrip.tsx";
import type { PendingItem } from "./pending-items.ts";

const ICONS: Record<PendingItem["key"], TablerIcon> = {
  divergencias: IconEqualNot,
  abertas: IconDatabaseX,
  faltando: IconFileAlert,
  caixas: IconMailX,
  certificados: IconCertificate,
};

/** Amber band of pending items, each linked to its list; renders nothing if there are none. */
export function PendingStrip({
  pendingItems,
}: {
  pendingItems: readonly PendingItem[];
}): React.JSX.Element | null {
  if (pendingItems.length === 0) return null;
  return (
    <Stack component="section" gap={8} px="var(--h-gutter)" pt={20} aria-labelledby="precisa-de-voce">
      <h2 id="precisa-de-voce" className="t-secao">
        {texts.precisa.titulo}
      </h2>
      <AlertStrip alerts={pendingItems.map((item) => ({ ...item, icon: ICONS[item.key] }))} />
    </Stack>
  );
}
