import { useEffect } from "react";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { contaSlowQuery, divergentNotasQuery, empresasSlowQuery } from "../../rpc/documents/alert-queries.ts";
import { useDivergencias } from "../../rpc/documents/divergencias.ts";
import { caixasQuery } from "../../rpc/documents/queries.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { readStored, useStored, writeStored } from "../../ui/state/stored-value.ts";
import { buildAlerts, type UserAlert } from "./build-alerts.ts";
import { FILES_KEY, readSeenFiles } from "./seen-files.ts";
import { applyReading, readTrackedCaixas } from "./tracked-caixas.ts";

const CAIXAS_KEY = "caixas-seguidas";
/** Maximum stored ids: more than the panel shows at once, so only ids of old alerts are dropped. */
const READ_IDS_MAX = 400;

/**
 * The alerts, built from data that is loaded anyway. No query here runs more often than the
 * badge's.
 */
export function useUserAlerts(): UserAlert[] {
  const owner = useOwner();
  const isManager = useIsManager() ?? false;
  const { total = 0 } = useDivergencias("geral");
  const { data: divergentes = [] } = useQuery(divergentNotasQuery(total));
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
    // Only administrators can mend mailboxes and certificates, and change the plan.
    caixas: isManager ? (caixas ?? []) : [],
    seguidas: isManager ? seguidas : [],
    empresas: isManager ? empresas : [],
    conta: isManager ? conta : undefined,
    arquivos: files,
  });
}

/** Which alerts the user has read in this browser. */
export function useReadIds(): {
  hasRead: (id: string) => boolean;
  read: (alerts: readonly UserAlert[]) => void;
} {
  const [ids, set] = useStored("avisos-lidos", useOwner(), parseReadIds);
  return {
    hasRead: (id) => ids.includes(id),
    read: (alerts) => set([...new Set([...alerts.map(({ id }) => id), ...ids])].slice(0, READ_IDS_MAX)),
  };
}

function parseReadIds(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}
