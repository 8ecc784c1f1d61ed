import { useDono } from "../../rpc/atual.ts";
import { useGuardado } from "../../ui/guardado.ts";

/**
 * Maximum stored ids: more than the panel shows at once, so only ids of old alerts are
 * dropped.
 */
const LIDOS_MAX = 400;

/** Which alerts the user has read in this browser. */
export function useLidos(): { isLido: (id: string) => boolean; read: (ids: readonly string[]) => void } {
  const [lidos, set] = useGuardado("avisos-lidos", useDono(), readLidos);
  return {
    isLido: (id) => lidos.includes(id),
    read: (ids) => set([...new Set([...ids, ...lidos])].slice(0, LIDOS_MAX)),
  };
}

export function readLidos(valor: unknown): string[] {
  return Array.isArray(valor) ? valor.filter((id) => typeof id === "string") : [];
}
