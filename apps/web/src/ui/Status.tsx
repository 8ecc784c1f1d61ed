import {
  IconAlertTriangle,
  IconBan,
  IconBandage,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconEqualNot,
  IconKey,
  IconRosetteDiscountCheck,
  IconShieldCheck,
  IconShieldPause,
  IconSignatureOff,
  type TablerIcon,
} from "@tabler/icons-react";
import classes from "./Status.module.css";
import type { Sinal, Situacao } from "./situacao.ts";

const DESENHOS: Record<Sinal, TablerIcon> = {
  autorizada: IconCircleCheck,
  confirmada: IconShieldCheck,
  integra: IconRosetteDiscountCheck,
  neutro: IconCircleDashed,
  reparada: IconBandage,
  certificado: IconKey,
  divergente: IconEqualNot,
  suspeita: IconAlertTriangle,
  quarentena: IconShieldPause,
  cancelada: IconCircleX,
  denegada: IconBan,
  assinatura: IconSignatureOff,
};

/** The drawing of a status alone. */
export function SinalIcone({ sinal, size = 15 }: { sinal: Sinal; size?: number }): React.JSX.Element {
  const Desenho = DESENHOS[sinal];
  return <Desenho size={size} stroke={1.8} aria-hidden="true" />;
}

/** Icon, word and colour: quiet while all is well, tinted when it is not. */
export function Status({ situacao }: { situacao: Situacao }): React.JSX.Element {
  return (
    <span className={classes.status} data-tom={situacao.tom}>
      <SinalIcone sinal={situacao.sinal} />
      <span title={situacao.palavra}>{situacao.palavra}</span>
    </span>
  );
}
