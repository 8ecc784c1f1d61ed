import { Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { contaSlowQuery, divergentNotasQuery, empresasSlowQuery } from "../../rpc/documents/alert-queries.ts";
import { useDivergencias } from "../../rpc/documents/divergencias.ts";
import { caixasQuery } from "../../rpc/documents/queries.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { alertTexts as texts } from "../../texts/app/alerts.ts";
import { readStored, useStored, writeStored } from "../../ui/state/stored-value.ts";
import classes from "./AlertBell.module.css";
import { AlertPanel } from "./AlertPanel.tsx";
import { buildAlerts, type UserAlert } from "./build-alerts.ts";
import { FILES_KEY, readSeenFiles } from "./seen-files.ts";
import { applyReading, readTrackedCaixas } from "./tracked-caixas.ts";
import { useReadIds } from "./use-read-ids.ts";

const CAIXAS_KEY = "caixas-seguidas";

/** Bell button with the number of unread alerts, and their panel. */
export function AlertBell(props: {
  className: string;
  /** Of the icon, in pixels. */
  size: number;
}): React.JSX.Element {
  const [opened, setOpened] = useState(false);
  const alerts = useUserAlerts();
  const { isLido, read } = useReadIds();
  const unread = alerts.filter(({ id }) => !isLido(id));
  const label = unread.length === 0 ? texts.nenhumNaoLido : texts.naoLidos(unread.length);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      classNames={{ dropdown: `menu ${classes.painel}` }}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={`${props.className} ${classes.sino}`}
          aria-label={label}
          data-dica={opened ? undefined : label}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={props.size} stroke={1.6} aria-hidden="true" />
          {unread.length > 0 && (
            <span className={classes.total} aria-hidden="true">
              {unread.length}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.titulo}>
        <AlertPanel
          alerts={alerts}
          hasRead={isLido}
          onRead={(lidos) => read(lidos.map(({ id }) => id))}
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * The alerts, built from data that is loaded anyway. No query here runs more often than the
 * badge's.
 */
function useUserAlerts(): UserAlert[] {
  const timeZone = useTimeZone();
  const owner = useOwner();
  const { total = 0 } = useDivergencias("geral");
  const { data: divergentes = [] } = useQuery(divergentNotasQuery(timeZone, total));
  const { data: caixas, dataUpdatedAt } = useQuery(caixasQuery);
  const { data: empresas = [] } = useQuery(empresasSlowQuery);
  const { data: conta } = useQuery(contaSlowQuery);
  const [files] = useStored(FILES_KEY, owner, readSeenFiles);
  const [{ seguidas }] = useStored(CAIXAS_KEY, owner, readTrackedCaixas);
  // Update the storage only after a poll of this tab, not when another tab writes it.
  useEffect(() => {
    if (!caixas || !owner || document.hidden) return;
    const before = readTrackedCaixas(readStored(CAIXAS_KEY, owner));
    const next = applyReading(before, caixas, dataUpdatedAt);
    if (next !== before) writeStored(CAIXAS_KEY, owner, next);
  }, [caixas, dataUpdatedAt, owner]);
  return buildAlerts({
    divergentes,
    divergencias: total,
    caixas: caixas ?? [],
    seguidas,
    empresas,
    conta,
    arquivos: files,
  });
}
