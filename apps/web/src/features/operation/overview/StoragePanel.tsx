import { formatSize, formatSizeOf } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { type Storage, storageQuery } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { PanelState } from "./PanelState.tsx";
import { Section } from "./Section.tsx";
import classes from "./StoragePanel.module.css";
import { partsOf } from "./storage.ts";

const { armazenamento: texts } = operationTexts;

/** Disk usage by kind of data, and when the disk will be full. */
export function StoragePanel(): React.JSX.Element {
  const query = useQuery(storageQuery);
  const { data } = query;
  if (!data) {
    return (
      <Section id="armazenamento" title={texts.titulo}>
        <PanelState
          rows={4}
          falha={query.isError ? explainFailure(query.error) : null}
          onRetry={query.refetch}
        />
      </Section>
    );
  }
  const { parts, taken } = partsOf(data);
  return (
    <Section
      id="armazenamento"
      title={texts.titulo}
      aside={formatSizeOf(taken, data.total)}
      action={data.cheioEmTexto && <Projection storage={data} />}
    >
      <div className={classes.bar} aria-hidden="true">
        {parts.map(({ key, bytes }) => (
          <span key={key} data-part={key} style={{ flexGrow: bytes }} />
        ))}
        <span data-part="livre" style={{ flexGrow: Math.max(0, data.total - taken) }} />
      </div>
      <ul className={classes.legend}>
        {parts.map(({ key, nome, bytes }) => (
          <li key={key}>
            <span className={classes.mark} data-part={key} aria-hidden="true" />
            <span className={classes.part}>{nome}</span>
            <b className="num">{formatSize(bytes)}</b>
          </li>
        ))}
      </ul>
      {data.usado === null && <p className={classes.note}>{texts.semMedida}</p>}
    </Section>
  );
}

/** Below this number of days the projection is a warning. */
const NEAR_DAYS = 30;

function Projection({ storage: { cheioEmDias, cheioEmTexto } }: { storage: Storage }): React.JSX.Element {
  const near = cheioEmDias !== null && cheioEmDias < NEAR_DAYS;
  return (
    <span className={classes.projection} data-near={near || undefined}>
      {cheioEmTexto}
    </span>
  );
}
