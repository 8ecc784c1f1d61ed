import { dayInZone } from "@malote/syntax";
import {
  IconBuildingBank,
  IconClock,
  IconFileInvoice,
  IconMail,
  IconMailbox,
  IconUser,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
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
  const today = dayInZone(new Date(), timeZone);
  return (
    <ol className={classes.dias} aria-label={texts.rotulo}>
      {historyOf(nota, timeZone).map(({ dia, acontecimentos }) => {
        const { name: nome, longName: extenso } = formatDayHeading(dia, today);
        return (
          <li key={dia}>
            <h3 className={classes.dia}>
              <b>{nome}</b> {extenso}
            </h3>
            <ol>
              {acontecimentos.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be identical
                <EntryRow key={index} entry={each} timeZone={timeZone} />
              ))}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

function EntryRow({ entry, timeZone }: { entry: HistoryEntry; timeZone: string }): React.JSX.Element {
  const { quando, origem, titulo, quem, texto, tom, link } = entry;
  const Icon = SOURCE_ICONS[origem];
  return (
    <li className={classes.linha} data-tom={tom} data-depois={origem === "depois" ? true : undefined}>
      <time className="num" dateTime={quando.toISOString()}>
        {formatTime(quando, timeZone)}
      </time>
      <span className={classes.sinal} aria-hidden="true">
        <Icon size={15} stroke={1.7} />
      </span>
      <div className={classes.texto}>
        <b>{titulo}</b>
        {quem && <span> {quem}</span>}
        {texto && <p>{texto}</p>}
      </div>
      {link && (
        <Link to={link.to} className="link">
          {link.rotulo}
        </Link>
      )}
    </li>
  );
}
