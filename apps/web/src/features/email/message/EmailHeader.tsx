import { formatDateTime } from "@malote/syntax";
import { IconMail } from "@tabler/icons-react";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import classes from "./EmailHeader.module.css";

const HOUR_MS = 3_600_000;

/** Sender, recipient, date, and the delay until Malote collected the e-mail. */
export function EmailHeader({ email, timeZone }: { email: Email; timeZone: string }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  const senderName = email.remetenteNome || email.remetente;
  const delayText = formatDelay(email);
  return (
    <header className={classes.cabecalho}>
      <span className={classes.retrato} aria-hidden="true">
        {senderName ? initials(senderName) : <IconMail size={18} stroke={1.6} />}
      </span>
      <p className={classes.partes}>
        {senderName ? <b>{senderName}</b> : emailTexts.semRemetente}{" "}
        {email.remetenteNome && <span>{email.remetente}</span>}
        <span className={classes.para}>
          {t.para} {email.destinatario || "–"}
          {email.caixaDescricao && (
            <>
              , {t.caixa} <b>{email.caixaDescricao}</b>
            </>
          )}
        </span>
      </p>
      <p className={classes.quando}>
        {email.data && <span>{formatDateTime(email.data, timeZone)}</span>}
        {delayText && <span>{t.recebidoEm(delayText)}</span>}
      </p>
    </header>
  );
}

/**
 * The delay between the sender's clock and the collection; null when it is negative, or an hour or
 * more.
 */
function formatDelay({ data, recebidaEm }: Email): string | null {
  if (!data || !recebidaEm) return null;
  const ms = recebidaEm.getTime() - data.getTime();
  if (ms < 0 || ms >= HOUR_MS) return null;
  return ms < 60_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : `${Math.round(ms / 60_000)} min`;
}

function initials(senderName: string): string {
  const words = senderName.split(/[\s@.]+/).filter((word) => /^\p{L}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("")
    .toUpperCase();
}
