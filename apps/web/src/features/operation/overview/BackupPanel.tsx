import { IconAlertTriangle, IconCircleCheck, IconDatabaseOff, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type Backups, backupsQuery } from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { backupTexts as texts } from "../../../texts/operator/pages.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { BackupNow } from "../BackupNow.tsx";
import { factsOf } from "../backup-facts.ts";
import { Panel } from "./Panel.tsx";
import { PanelRow } from "./PanelRow.tsx";

/** Panel with the last backup and the last check. */
export function BackupPanel(): React.JSX.Element {
  const query = useQuery(backupsQuery);
  const { data } = query;
  return (
    <Panel
      id="backup"
      query={query}
      rows={2}
      title={texts.painel}
      action={
        data && (
          <BackupNow backups={data}>
            {(ask) => (
              <button type="button" className="link" {...ask}>
                {texts.fazerAgora}
              </button>
            )}
          </BackupNow>
        )
      }
    >
      {(backups) => <Facts backups={backups} />}
    </Panel>
  );
}

function Facts({ backups }: { backups: Backups }): React.JSX.Element {
  const timeZone = useTimeZone();
  const now = useNow();
  if (!backups.configurado && backups.ultimo === null) {
    return (
      <ul>
        <PanelRow
          icon={<IconDatabaseOff size={16} stroke={1.6} aria-hidden="true" />}
          warn
          title={texts.semDestino}
          text={texts.semDestinoTexto}
        />
      </ul>
    );
  }
  return (
    <ul>
      {factsOf(backups, { agora: now, zona: timeZone }).map(({ key, warn, title, text }) => {
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
