import { formatDateTime } from "@malote/syntax";
import { Center, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import classes from "./Email.module.css";

const HOUR_MS = 3_600_000;

/** Sender, recipient, date, and the delay until Malote collected the e-mail. */
export function EmailHeader({ email, timeZone }: { email: Email; timeZone: string }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  const senderName = email.remetenteNome || email.remetente;
  const delayText = formatDelay(email);
  return (
    <header className={classes.header}>
      <Center fz="xs" fw={600} c="var(--text-2)" className={classes.portrait} aria-hidden="true">
        {senderName ? initials(senderName) : <IconMail size={18} stroke={1.6} />}
      </Center>
      <Text inherit c="dimmed" className={classes.who}>
        {senderName ? (
          <Text component="b" inherit fw={600} c="var(--text)">
            {senderName}
          </Text>
        ) : (
          emailTexts.semRemetente
        )}{" "}
        {email.remetenteNome && <span>{email.remetente}</span>}
        <Text span display="block" size="xs" lh="18px">
          {t.para} {email.destinatario || "–"}
          {email.caixaDescricao && (
            <>
              , {t.caixa}{" "}
              <Text component="b" inherit c="var(--text-2)">
                {email.caixaDescricao}
              </Text>
            </>
          )}
        </Text>
      </Text>
      <p className={`t-rotulo ${classes.when}`}>
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
