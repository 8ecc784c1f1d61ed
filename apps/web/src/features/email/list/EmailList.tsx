import { dayInZone, formatDate } from "@malote/syntax";
import { Text } from "@mantine/core";
import type { EmailRow, EmailSortOrder } from "../../../rpc/documents/queries.ts";
import { emailTexts as texts } from "../../../texts/lists/emails.ts";
import { AttachmentChip } from "../../../ui/documento/AttachmentChip.tsx";
import { isRefuted } from "../../../ui/documento/documento-status.ts";
import { formatTime } from "../../../ui/format/relative-time.ts";
import { DayList } from "../../../ui/list/DayList.tsx";
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
    <DayList ruled groups={groups} label={texts.lista} linkOf={linkOf} rowClass={classes.email}>
      {(email) => <EmailCells email={email} timeZone={timeZone} dated={dated} />}
    </DayList>
  );
}

function EmailCells(props: { email: EmailRow; timeZone: string; dated: boolean }): React.JSX.Element {
  const { email, timeZone, dated } = props;
  const hasNoResult = email.extraidos === 0 && email.estado === "lido" && email.chips.length === 0;
  const when = email.data ?? email.recebidaEm;
  const sender = email.remetenteNome || email.remetente;
  return (
    <>
      {hasNoResult && <span className={classes.dot} aria-hidden="true" />}
      <Text span inherit truncate className={classes.sender} data-vague={sender ? undefined : true}>
        {sender || texts.semRemetente}
      </Text>
      <Text span inherit truncate className={classes.subject}>
        <b data-vague={email.assunto ? undefined : true}>{email.assunto || texts.semAssunto}</b>{" "}
        <span>{email.resumo}</span>
      </Text>
      <span className={classes.result}>
        <EmailResult email={email} hasNoResult={hasNoResult} />
      </span>
      <span className={`num t-rotulo ${classes.time}`}>
        {when && (dated ? formatDate(when, timeZone).slice(0, 5) : formatTime(when, timeZone))}
      </span>
    </>
  );
}

/** The result of an e-mail: its documents, or why there are none. */
function EmailResult({ email, hasNoResult }: { email: EmailRow; hasNoResult: boolean }): React.JSX.Element {
  if (email.estado === "em-leitura") return <span className="t-rotulo">{texts.emLeitura}</span>;
  if (hasNoResult && email.problemas === 0) {
    return <span className="t-rotulo">{email.partes === 0 ? texts.nadaSemAnexos : texts.nada}</span>;
  }
  const chips = email.chips.map(chipOf);
  const more = chips.length - CHIPS_MAX;
  const tinted = email.chips.filter((chip) => chip.quarentena || isRefuted(chip)).length;
  const quarentenaText = quarentenaTextOf(email);
  return (
    <>
      {quarentenaText && <Pill warn>{quarentenaText}</Pill>}
      {email.problemas > tinted && <Pill warn>{texts.problema(email.problemas - tinted)}</Pill>}
      {chips.slice(0, CHIPS_MAX).map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two copies of one document have no distinct key
        <AttachmentChip key={index} {...chip} />
      ))}
      {more > 0 && (
        <Pill>
          <span aria-hidden="true">{texts.mais(more)}</span>
          <span className="vh">{texts.maisDica(more)}</span>
        </Pill>
      )}
    </>
  );
}

function Pill(props: { warn?: boolean; children: React.ReactNode }): React.JSX.Element {
  return (
    <span className={classes.pill} data-tom={props.warn && "aviso"}>
      {props.children}
    </span>
  );
}
