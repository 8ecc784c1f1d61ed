import { useOwner } from "../../rpc/session/current-user.ts";
import { useStored } from "../../ui/state/stored-value.ts";

/**
 * Maximum stored ids: more than the panel shows at once, so only ids of old alerts are
 * dropped.
 */
const READ_IDS_MAX = 400;

/** Which alerts the user has read in this browser. */
export function useReadIds(): { isLido: (id: string) => boolean; read: (ids: readonly string[]) => void } {
  const [lidos, set] = useStored("avisos-lidos", useOwner(), parseReadIds);
  return {
    isLido: (id) => lidos.includes(id),
    read: (ids) => set([...new Set([...ids, ...lidos])].slice(0, READ_IDS_MAX)),
  };
}

export function parseReadIds(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}
