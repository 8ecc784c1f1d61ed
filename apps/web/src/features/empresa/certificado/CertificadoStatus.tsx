import {
  IconCalendarTime,
  IconCertificate,
  IconCertificateOff,
  IconClockExclamation,
  IconKey,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Empresa } from "../../../rpc/empresas.ts";
import { StatusTag } from "../../../ui/Status.tsx";
import { type EstadoCertificado, situacaoOf } from "./situacao.ts";

/** The icon of each certificate state. */
export const DESENHOS: Record<EstadoCertificado, TablerIcon> = {
  vencido: IconCertificateOff,
  sem: IconKey,
  vencendo: IconClockExclamation,
  futuro: IconCalendarTime,
  valido: IconCertificate,
};

/** The status of a company's certificate as icon, word and colour. */
export function CertificadoStatus(props: {
  empresa: Pick<Empresa, "certificado">;
  zona: string;
}): React.JSX.Element {
  const { estado, tom, palavra } = situacaoOf(props.empresa, props.zona);
  const Desenho = DESENHOS[estado];
  return (
    <StatusTag tom={tom} palavra={palavra}>
      <Desenho size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}
