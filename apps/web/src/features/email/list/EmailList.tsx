import { dayInZone, formatDate } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { EmailRow, EmailSortOrder } from "../../../rpc/documents/queries.ts";
import { emailTexts as texts } from "../../../texts/lists/emails.ts";
import { AttachmentChip } from "../../../ui/documento/AttachmentChip.tsx";
import { isRefuted } from "../../../ui/documento/documento-status.ts";
import { formatTime } from "../../../ui/format/relative-time.ts";
import classes from "./EmailList.module.css";
import { chipOf, quarentenaTextOf } from "./email-chips.ts";
import { groupEmailsByDay } from "./group-by-day.ts";

const CHIPS_MAX = 3;

/** The e-mails, one line each, grouped by day. */
export function EmailList(props: {
  emails: readonly EmailRow[];
  sortOrder: EmailSortOrder;
  timeZone: string;
  linkOf: (email: EmailRow) => { to: string; state: unknown };
}): React.JSX.Element {
  const { emails, sortOrder, timeZone, linkOf } = props;
  const today = dayInZone(new Date(), timeZone);
  const groups = groupEmailsByDay(emails, sortOrder, { today, timeZone });
  const dated = sortOrder !== "dataDesc";
  return (
    <>
      {groups.map((group) => (
        <section key={group.key} aria-label={group.name || texts.lista}>
          {group.name && (
            <h2 className={classes.dia}>
              <b>{group.name}</b>
              <span>{group.longName}</span>
            </h2>
          )}
          <ul>
            {group.items.map((email) => (
              <ListedEmailRow
                key={email.id}
                email={email}
                timeZone={timeZone}
                dated={dated}
                link={linkOf(email)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function ListedEmailRow(props: {
  email: EmailRow;
  timeZone: string;
  dated: boolean;
  link: { to: string; state: unknown };
}): React.JSX.Element {
  const { email, timeZone, dated, link } = props;
  const hasNoResult = email.extraidos === 0 && email.estado === "lido" && email.chips.length === 0;
  const when = email.data ?? email.recebidaEm;
  const sender = email.remetenteNome || email.remetente;
  return (
    <li className={classes.linha} data-linha={email.id}>
      <Link to={link.to} state={link.state} data-abrir className={classes.abrir}>
        <span className={classes.ponto} data-nada={hasNoResult} aria-hidden="true" />
        <span className={classes.remetente} data-vago={sender ? undefined : true}>
          {sender || texts.semRemetente}
        </span>
        <span className={classes.assunto}>
          <b data-vago={email.assunto ? undefined : true}>{email.assunto || texts.semAssunto}</b>{" "}
          <span>{email.resumo}</span>
        </span>
        <span className={classes.chips}>
          <EmailResult email={email} hasNoResult={hasNoResult} />
        </span>
        <span className={`num ${classes.hora}`}>
          {when && (dated ? formatDate(when, timeZone).slice(0, 5) : formatTime(when, timeZone))}
        </span>
      </Link>
    </li>
  );
}

/** The result of an e-mail: its documents, or why there are none. */
function EmailResult({ email, hasNoResult }: { email: EmailRow; hasNoResult: boolean }): React.JSX.Element {
  if (email.estado === "em-leitura") return <span className={classes.nota}>{texts.emLeitura}</span>;
  if (hasNoResult && email.problemas === 0) {
    return <span className={classes.nota}>{email.partes === 0 ? texts.nadaSemAnexos : texts.nada}</span>;
  }
  const chips = email.chips.map(chipOf);
  const more = chips.length - CHIPS_MAX;
  const tinted = email.chips.filter((chip) => chip.quarentena || isRefuted(chip)).length;
  const quarentenaText = quarentenaTextOf(email);
  return (
    <>
      {quarentenaText && <span className={classes.problema}>{quarentenaText}</span>}
      {email.problemas > tinted && (
        <span className={classes.problema}>{texts.problema(email.problemas - tinted)}</span>
      )}
      {chips.slice(0, CHIPS_MAX).map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two copies of one document have no distinct key
        <AttachmentChip key={index} {...chip} />
      ))}
      {more > 0 && (
        <span className={classes.mais}>
          <span aria-hidden="true">{texts.mais(more)}</span>
          <span className="vh">{texts.maisDica(more)}</span>
        </span>
      )}
    </>
  );
}
