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

const STATUS_ICONS = {
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
} satisfies Record<string, TablerIcon>;

/** The icon of a status. */
export type StatusIconName = keyof typeof STATUS_ICONS;

/** Colours: `ok` and `neutro` are plain, `aviso` needs attention, `ruim` is cancelled, denied or failed. */
export type Tone = "ok" | "neutro" | "aviso" | "ruim";

/** A status as displayed: icon, colour and word; `detail` is a second line. */
export type StatusView = { icon: StatusIconName; tone: Tone; word: string; detail?: string };

/** The icon of a status. */
export function StatusIcon({
  iconName,
  size = 15,
}: {
  iconName: StatusIconName;
  size?: number;
}): React.JSX.Element {
  const Icon = STATUS_ICONS[iconName];
  return <Icon size={size} stroke={1.8} aria-hidden="true" />;
}

/**
 * Icon, word and colour of a document's status: tinted only when it needs attention; the detail, if
 * any, is a second line.
 */
export function Status({ status }: { status: StatusView }): React.JSX.Element {
  const tag = (
    <StatusTag tone={status.tone} word={status.word}>
      <StatusIcon iconName={status.icon} />
    </StatusTag>
  );
  if (status.detail === undefined) return tag;
  return (
    <span className={classes.stack}>
      {tag}
      <small className={classes.detail} title={status.detail}>
        {status.detail}
      </small>
    </span>
  );
}

/** A status of anything else than a document: the caller passes the icon. */
export function StatusTag(props: { tone: Tone; word: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <span className={classes.status} data-tom={props.tone}>
      {props.children}
      <span title={props.word}>{props.word}</span>
    </span>
  );
}

/** A status with room for its icon only; the word shows as a tooltip and is read by screen readers. */
export function StatusSeal({ status }: { status: StatusView }): React.JSX.Element {
  return (
    <span className={classes.seal} data-tom={status.tone} title={status.word}>
      <StatusIcon iconName={status.icon} size={16} />
      <span className="vh">{status.word}</span>
    </span>
  );
}
