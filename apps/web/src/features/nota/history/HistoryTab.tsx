import { dayInZone } from "@malote/syntax";
import { Box, Group, Text } from "@mantine/core";
import {
  IconBuildingBank,
  IconClock,
  IconFileInvoice,
  IconMail,
  IconMailbox,
  IconUser,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { historyTexts as texts } from "../../../texts/nota/history.ts";
import { formatDayHeading, formatTime } from "../../../ui/format/relative-time.ts";
import classes from "./HistoryTab.module.css";
import { type EntrySource, type HistoryEntry, historyOf } from "./history-entries.ts";

const SOURCE_ICONS: Record<EntrySource, typeof IconMail> = {
  emitente: IconFileInvoice,
  correio: IconMail,
  malote: IconMailbox,
  sefaz: IconBuildingBank,
  pessoa: IconUser,
  depois: IconClock,
};

/** The history of the document by day: what happened, when and by whom. */
export function HistoryTab({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const today = dayInZone(serverNow(), timeZone);
  return (
    <Box component="ol" p="8px var(--inset-end) 32px var(--inset-start)" aria-label={texts.rotulo}>
      {historyOf(nota, timeZone).map(({ dia, acontecimentos }) => {
        const { name: nome, longName: extenso } = formatDayHeading(dia, today);
        return (
          <li key={dia}>
            <Text component="h3" size="xs" pt={20} pb={8} c="dimmed">
              <b className="t-second">{nome}</b> {extenso}
            </Text>
            <ol>
              {acontecimentos.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be identical
                <EntryRow key={index} entry={each} timeZone={timeZone} />
              ))}
            </ol>
          </li>
        );
      })}
    </Box>
  );
}

function EntryRow({ entry, timeZone }: { entry: HistoryEntry; timeZone: string }): React.JSX.Element {
  const { quando, origem, titulo, quem, texto, tom, link } = entry;
  const Icon = SOURCE_ICONS[origem];
  const isFuture = origem === "depois";
  return (
    <li className={classes.entry} data-tom={tom} data-depois={isFuture || undefined}>
      <Text component="time" inherit w={44} c="dimmed" className="num" dateTime={quando.toISOString()}>
        {formatTime(quando, timeZone)}
      </Text>
      <span className={classes.sign} aria-hidden="true">
        <Icon size={15} stroke={1.7} />
      </span>
      <Group justify="space-between" align="flex-start" gap="0 12px" flex={1} miw={0}>
        <Box flex="1 1 200px" pt={3} lh="sm">
          {isFuture ? <span className="t-dimmed">{titulo}</span> : <b>{titulo}</b>}{" "}
          <span className="t-dimmed">{quem}</span>
          {texto && (
            <Text inherit maw="68ch" c="var(--text-2)" className="wrap-anywhere">
              {texto}
            </Text>
          )}
        </Box>
        {link && (
          <Link to={link.to} className="link">
            {link.rotulo}
          </Link>
        )}
      </Group>
    </li>
  );
}
