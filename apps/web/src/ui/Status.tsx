import {
  IconAlertTriangle,
  IconBan,
  IconBandage,
  IconCertificate,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconEqualNot,
  IconFileAlert,
  IconFileX,
  IconKey,
  IconLockOpen,
  IconReceiptOff,
  IconRosetteDiscountCheck,
  IconShieldCheck,
  IconShieldPause,
  IconSignatureOff,
  type TablerIcon,
} from "@tabler/icons-react";
import classes from "./Status.module.css";
import type { Sinal, Situacao, Tom } from "./situacao.ts";

const DESENHOS: Record<Sinal, TablerIcon> = {
  autorizada: IconCircleCheck,
  confirmada: IconShieldCheck,
  autentica: IconCertificate,
  integra: IconRosetteDiscountCheck,
  protocolo: IconReceiptOff,
  recusada: IconFileX,
  ilegivel: IconFileAlert,
  neutro: IconCircleDashed,
  reparada: IconBandage,
  certificado: IconKey,
  divergente: IconEqualNot,
  suspeita: IconAlertTriangle,
  quarentena: IconShieldPause,
  liberada: IconLockOpen,
  cancelada: IconCircleX,
  denegada: IconBan,
  assinatura: IconSignatureOff,
};

/** The icon of a status. */
export function SinalIcone({ sinal, size = 15 }: { sinal: Sinal; size?: number }): React.JSX.Element {
  const Desenho = DESENHOS[sinal];
  return <Desenho size={size} stroke={1.8} aria-hidden="true" />;
}

/**
 * Icon, word and colour of a document's status: tinted only when it needs attention; the detail, if any,
 * is a
 * second line.
 */
export function Status({ situacao }: { situacao: Situacao }): React.JSX.Element {
  const tag = (
    <StatusTag tom={situacao.tom} palavra={situacao.palavra}>
      <SinalIcone sinal={situacao.sinal} />
    </StatusTag>
  );
  if (situacao.detalhe === undefined) return tag;
  return (
    <span className={classes.pilha}>
      {tag}
      <small className={classes.detalhe} title={situacao.detalhe}>
        {situacao.detalhe}
      </small>
    </span>
  );
}

/** A status of anything else than a document: the caller passes the icon. */
export function StatusTag(props: {
  tom: Tom;
  palavra: string;
  children: React.ReactNode;
}): React.JSX.Element {
  return (
    <span className={classes.status} data-tom={props.tom}>
      {props.children}
      <span title={props.palavra}>{props.palavra}</span>
    </span>
  );
}

/** A status with room for its icon only; the word shows as a tooltip and is read by screen readers. */
export function Selo({ situacao }: { situacao: Situacao }): React.JSX.Element {
  return (
    <span className={classes.selo} data-tom={situacao.tom} title={situacao.palavra}>
      <SinalIcone sinal={situacao.sinal} size={16} />
      <span className="vh">{situacao.palavra}</span>
    </span>
  );
}
