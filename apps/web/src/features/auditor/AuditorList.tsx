import { dayInZone, formatReais } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { AuditorRow } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { Status } from "../../ui/documento/Status.tsx";
import { formatTime } from "../../ui/format/relative-time.ts";
import { groupByDay } from "../../ui/list/group-by-day.ts";
import tags from "../../ui/list/tags.module.css";
import classes from "./AuditorList.module.css";
import { registroNameOf, registroStatusOf } from "./registro-status.ts";

/** The records of SEFAZ, one line each, grouped by the day of the event. */
export function AuditorList(props: {
  registros: readonly AuditorRow[];
  timeZone: string;
  linkOf: (registro: AuditorRow) => { to: string; state: unknown };
}): React.JSX.Element {
  const { registros, timeZone, linkOf } = props;
  const today = dayInZone(new Date(), timeZone);
  const groups = groupByDay(registros, (registro) => registro.dataEvento, {
    today,
    timeZone,
    undatedName: texts.semData,
  });
  return (
    <>
      {groups.map((group) => (
        <section key={group.key} aria-label={group.name}>
          <h2 className={classes.dia}>
            <b>{group.name}</b>
            <span>{group.longName}</span>
          </h2>
          <ul>
            {group.items.map((registro) => (
              <RegistroRow
                key={registro.id}
                registro={registro}
                timeZone={timeZone}
                link={linkOf(registro)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function RegistroRow(props: {
  registro: AuditorRow;
  timeZone: string;
  link: { to: string; state: unknown };
}): React.JSX.Element {
  const { registro, timeZone, link } = props;
  return (
    <li className={classes.linha} data-linha={registro.id}>
      <Link to={link.to} state={link.state} data-abrir className={classes.abrir}>
        <span className={classes.tipo}>
          <span className={tags.tipo}>{texts.tipos[registro.tipo]}</span>
        </span>
        <span className={classes.emitente}>{registro.nomeEmitente ?? texts.semEmitente}</span>
        <span className={classes.texto}>{summaryOf(registro)}</span>
        <span className={classes.status}>
          {registro.tipo !== "Evento" && <Status status={registroStatusOf(registro)} />}
        </span>
        <span className={`num ${classes.valor}`}>
          {registro.valorTotal === null ? "–" : formatReais(registro.valorTotal)}
        </span>
        <span className={`num ${classes.hora}`}>
          {registro.dataEvento && formatTime(registro.dataEvento, timeZone)}
        </span>
      </Link>
    </li>
  );
}

/** The document of a record; before it the event, unless the record is the document itself. */
function summaryOf(registro: AuditorRow): string {
  const name = registroNameOf(registro);
  const isDocumentoRegistro = registro.tipo !== "Evento" && registro.tipo !== "Cancelamento";
  return isDocumentoRegistro ? name : `${registro.descEvento} · ${name}`;
}
