import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";

/** Icon of each gravidade. */
export const GRAVIDADE_ICONS = {
  grave: IconAlertOctagon,
  aviso: IconAlertTriangle,
  informacao: IconInfoCircle,
} as const;
