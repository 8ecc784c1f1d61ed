import {
  IconCalendarTime,
  IconCertificate,
  IconCertificateOff,
  IconClockExclamation,
  IconKey,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { StatusTag } from "../../../ui/documento/Status.tsx";
import { type CertificadoState, certificadoChipOf } from "./certificado-state.ts";

/** The icon of each certificate state. */
export const STATE_ICONS: Record<CertificadoState, TablerIcon> = {
  vencido: IconCertificateOff,
  sem: IconKey,
  vencendo: IconClockExclamation,
  futuro: IconCalendarTime,
  valido: IconCertificate,
};

/** The status of a company's certificate as icon, word and colour. */
export function CertificadoStatus(props: {
  empresa: Pick<Empresa, "certificado">;
  timeZone: string;
}): React.JSX.Element {
  const { state, tone, text } = certificadoChipOf(props.empresa, props.timeZone);
  return <StatusTag tone={tone} word={text} icon={STATE_ICONS[state]} />;
}
