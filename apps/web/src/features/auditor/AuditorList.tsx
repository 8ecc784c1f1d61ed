import { dayInZone, formatReais } from "@malote/syntax";
import { Badge, Box, Text } from "@mantine/core";
import { serverNow } from "../../network/clock.ts";
import type { AuditorRow } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { Status } from "../../ui/documento/Status.tsx";
import { formatTime } from "../../ui/format/relative-time.ts";
import { DayList } from "../../ui/list/DayList.tsx";
import { groupByDay } from "../../ui/list/group-by-day.ts";
import classes from "./AuditorList.module.css";
import { registroNameOf, registroStatusOf } from "./registro-status.ts";

/** The records of SEFAZ, one line each, grouped by the day of the event. */
export function AuditorList(props: {
  registros: readonly AuditorRow[];
  timeZone: string;
  linkOf: (registro: AuditorRow) => { to: string; state: unknown };
}): React.JSX.Element {
  const { registros, timeZone, linkOf } = props;
  const today = dayInZone(serverNow(), timeZone);
  const groups = groupByDay(registros, (registro) => registro.dataEvento, {
    today,
    timeZone,
    undatedName: texts.semData,
  });
  return (
    <DayList groups={groups} linkOf={linkOf} rowClass={classes.record}>
      {(registro) => (
        <>
          <span className={classes.type}>
            <Badge component="span">{texts.tipos[registro.tipo]}</Badge>
          </span>
          <Text span inherit truncate fw={550} className={classes.emitente}>
            {registro.nomeEmitente ?? texts.semEmitente}
          </Text>
          <Text span inherit truncate c="dimmed" className={classes.text}>
            {summaryOf(registro)}
          </Text>
          <Box component="span" miw={0} className={classes.status}>
            {registro.tipo !== "Evento" && <Status status={registroStatusOf(registro)} />}
          </Box>
          <Text span inherit ta="right" fw={550} className={`num ${classes.amount}`}>
            {registro.valorTotal === null ? "–" : formatReais(registro.valorTotal)}
          </Text>
          <Text span ta="right" c="var(--text-2)" className="num t-rotulo">
            {registro.dataEvento && formatTime(registro.dataEvento, timeZone)}
          </Text>
        </>
      )}
    </DayList>
  );
}

/** The document of a record; before it the event, unless the record is the document itself. */
function summaryOf(registro: AuditorRow): string {
  const name = registroNameOf(registro);
  const isDocumentoRegistro = registro.tipo !== "Evento" && registro.tipo !== "Cancelamento";
  return isDocumentoRegistro ? name : `${registro.descEvento} · ${name}`;
}
