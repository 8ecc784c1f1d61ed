import type { Gravidade } from "@malote/contract";
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";

const ICONS = {
  grave: { Icon: IconAlertOctagon, color: "var(--bad-text)" },
  aviso: { Icon: IconAlertTriangle, color: "var(--warn-icon)" },
  informacao: { Icon: IconInfoCircle, color: "var(--text-3)" },
} as const;

/** The gravidade of a finding; its text says the same. */
export function GravidadeIcon(props: { gravidade: Gravidade; size: number }): React.JSX.Element {
  const { Icon, color } = ICONS[props.gravidade];
  return (
    <Icon
      size={props.size}
      stroke={props.size < 20 ? 1.8 : 1.6}
      color={color}
      style={{ flex: "none" }}
      aria-hidden="true"
    />
  );
}
