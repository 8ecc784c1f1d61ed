import {
  IconBellCheck,
  IconCertificate,
  IconEqualNot,
  IconFolderDown,
  IconGauge,
  IconMailX,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { alertTexts as texts } from "../../texts/app/alerts.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import classes from "./AlertBell.module.css";
import type { AlertSubject, UserAlert } from "./build-alerts.ts";

const SUBJECT_ICONS: Record<AlertSubject, TablerIcon> = {
  divergencia: IconEqualNot,
  caixa: IconMailX,
  certificado: IconCertificate,
  arquivo: IconFolderDown,
  plano: IconGauge,
};

/** Panel of the alerts, newest first; each links to the page where the user can act. */
export function AlertPanel(props: {
  alerts: readonly UserAlert[];
  hasRead: (id: string) => boolean;
  onRead: (alerts: readonly UserAlert[]) => void;
  onClose: () => void;
}): React.JSX.Element {
  const { alerts, hasRead, onRead, onClose } = props;
  const unread = alerts.filter(({ id }) => !hasRead(id));
  return (
    <>
      <div className={classes.topo}>
        <h2 className="t-secao">{texts.titulo}</h2>
        {unread.length > 0 && (
          <button type="button" className="link" onClick={() => onRead(unread)}>
            {texts.marcarTodos}
          </button>
        )}
      </div>
      {alerts.length === 0 ? (
        <div className={classes.vazio}>
          <IconBellCheck size={24} stroke={1.5} aria-hidden="true" />
          <div>
            <b>{texts.vazio}</b>
            <p>{texts.vazioTexto}</p>
          </div>
        </div>
      ) : (
        <ul className={classes.lista} aria-label={texts.titulo}>
          {alerts.map((aviso) => (
            <AlertItem
              key={aviso.id}
              aviso={aviso}
              isRead={hasRead(aviso.id)}
              onOpen={() => {
                onRead([aviso]);
                onClose();
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function AlertItem(props: { aviso: UserAlert; isRead: boolean; onOpen: () => void }): React.JSX.Element {
  const { aviso, isRead, onOpen } = props;
  const timeZone = useTimeZone();
  const now = useNow();
  const Icon = SUBJECT_ICONS[aviso.assunto];
  return (
    <li>
      <Link to={aviso.to} className={classes.item} data-lido={isRead} onClick={onOpen}>
        <span className={classes.icone} data-tom={aviso.tom}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </span>
        <span className={classes.miolo}>
          <b>{aviso.titulo}</b>
          <span>{aviso.texto}</span>
          <span className={classes.quando}>
            {aviso.quando ? formatNearInstant(aviso.quando, now, timeZone) : texts.semData}
          </span>
        </span>
        {!isRead && (
          <span className={classes.ponto}>
            <span className="vh">, {texts.naoLido}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
