import { dayInZone, formatDate } from "@malote/syntax";
import { Box, Group, Text } from "@mantine/core";
import { serverNow } from "../../../network/clock.ts";
import type { EmailRow, EmailSortOrder } from "../../../rpc/documents/queries.ts";
import { emailTexts as texts } from "../../../texts/lists/emails.ts";
import chip from "../../../ui/documento/AttachmentChip.module.css";
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
  const today = dayInZone(serverNow(), timeZone);
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
      <span aria-hidden="true">{hasNoResult && <Box w={7} h={7} mr={8} bdrs={4} bg="var(--text-2)" />}</span>
      <Text
        span
        inherit
        truncate
        pr={16}
        className={classes.sender}
        {...(sender ? { fw: 550 } : { c: "dimmed" })}
      >
        {sender || texts.semRemetente}
      </Text>
      <Text span inherit truncate c="dimmed" className={classes.subject}>
        {email.assunto ? <b>{email.assunto}</b> : texts.semAssunto} <span>{email.resumo}</span>
      </Text>
      <Group component="span" gap={6} className={classes.result}>
        <EmailResult email={email} hasNoResult={hasNoResult} />
      </Group>
      <Text span ta="right" c="var(--text-2)" className="num t-rotulo">
        {when && (dated ? formatDate(when, timeZone).slice(0, 5) : formatTime(when, timeZone))}
      </Text>
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
    <span className={chip.chip} data-tom={props.warn && "aviso"}>
      {props.children}
    </span>
  );
}
