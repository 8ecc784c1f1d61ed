import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";

/** How each gravity of a finding is drawn. */
export const DESENHOS = {
  grave: IconAlertOctagon,
  aviso: IconAlertTriangle,
  informacao: IconInfoCircle,
} as const;
