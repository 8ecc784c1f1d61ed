import { IconAlertTriangle, IconCircleCheck, IconDatabaseOff, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../../rpc/atual.ts";
import { explainFalha } from "../../../rpc/falhas.ts";
import { type Backups, backupsQuery } from "../../../rpc/operador.ts";
import { backups as textos } from "../../../textos/operacao-paginas.ts";
import { useAgora } from "../../../ui/agora.ts";
import { BackupNow } from "../BackupNow.tsx";
import { factsOf } from "../backup-words.ts";
import classes from "./Overview.module.css";
import { PanelRow } from "./PanelRow.tsx";
import { PanelState } from "./PanelState.tsx";
import { Section } from "./Section.tsx";

/** Panel with the last backup and the last check. */
export function BackupPanel(): React.JSX.Element {
  const query = useQuery(backupsQuery);
  const { data } = query;
  return (
    <Section
      id="backup"
      title={textos.painel}
      action={
        data && (
          <BackupNow backups={data}>
            {(ask) => (
              <button type="button" className="link" {...ask}>
                {textos.fazerAgora}
              </button>
            )}
          </BackupNow>
        )
      }
    >
      {data ? (
        <Facts backups={data} />
      ) : (
        <PanelState
          rows={2}
          falha={query.isError ? explainFalha(query.error) : null}
          onRetry={query.refetch}
        />
      )}
    </Section>
  );
}

function Facts({ backups }: { backups: Backups }): React.JSX.Element {
  const zona = useZona();
  const agora = useAgora();
  if (!backups.configurado && backups.ultimo === null) {
    return (
      <ul className={classes.rows}>
        <PanelRow
          icon={<IconDatabaseOff size={16} stroke={1.6} aria-hidden="true" />}
          warn
          title={textos.semDestino}
          text={textos.semDestinoTexto}
        />
      </ul>
    );
  }
  return (
    <ul className={classes.rows}>
      {factsOf(backups, { agora, zona }).map(({ key, warn, title, text }) => {
        const Icon = warn ? IconAlertTriangle : key === "ultimo" ? IconCircleCheck : IconShieldCheck;
        return (
          <PanelRow
            key={key}
            icon={<Icon size={16} stroke={1.6} aria-hidden="true" />}
            warn={warn}
            title={title}
            text={text}
          />
        );
      })}
    </ul>
  );
}
