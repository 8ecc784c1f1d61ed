import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";

/** Icon of each gravidade. */
export const DESENHOS = {
  grave: IconAlertOctagon,
  aviso: IconAlertTriangle,
  informacao: IconInfoCircle,
} as const;
