import type { Caixa } from "../../rpc/documents/queries.ts";

const WEEK_MS = 7 * 86_400_000;

/**
 * A mailbox that this browser has seen failing; `recuperada`: when it worked again. Instants in ISO
 * 8601.
 */
export type TrackedCaixa = { id: string; nome: string; desde: string; recuperada: string | null };

/** The tracked mailboxes, and the time (ms) of the server reading that last changed them. */
export type TrackedCaixas = { leitura: number; seguidas: readonly TrackedCaixa[] };

/**
 * Applies one more reading. An older one is ignored: otherwise two tabs with different readings
 * would overwrite each other without end.
 * @returns the same object if nothing changed
 */
export function applyReading(
  before: TrackedCaixas,
  caixas: readonly Caixa[],
  leitura: number,
): TrackedCaixas {
  if (leitura <= before.leitura) return before;
  const seguidas = trackCaixas(before.seguidas, caixas, new Date(leitura));
  const isSame = JSON.stringify(seguidas) === JSON.stringify(before.seguidas);
  return isSame ? before : { leitura, seguidas };
}

/**
 * Tracks failing and recovered mailboxes over readings: the server returns only their current
 * state.
 */
export function trackCaixas(
  before: readonly TrackedCaixa[],
  caixas: readonly Caixa[],
  now: Date,
): TrackedCaixa[] {
  const known = new Map(before.map((seguida) => [seguida.id, seguida]));
  return caixas.flatMap((caixa): TrackedCaixa[] => {
    const seguida = known.get(caixa.id);
    if (caixa.ultimoErro !== null) {
      if (seguida?.recuperada === null) return [seguida];
      const nome = caixa.descricao || caixa.usuario;
      return [{ id: caixa.id, nome, desde: (caixa.erroDesde ?? now).toISOString(), recuperada: null }];
    }
    if (!seguida) return [];
    const recuperada = seguida.recuperada ?? (caixa.ultimaColeta ?? now).toISOString();
    return now.getTime() - Date.parse(recuperada) > WEEK_MS ? [] : [{ ...seguida, recuperada }];
  });
}

export function readTrackedCaixas(value: unknown): TrackedCaixas {
  const { leitura, seguidas } = (value ?? {}) as Record<string, unknown>;
  const isKnown = typeof leitura === "number" && Array.isArray(seguidas);
  return isKnown ? { leitura, seguidas: seguidas.filter(isTrackedCaixa) } : { leitura: 0, seguidas: [] };
}

function isTrackedCaixa(each: unknown): each is TrackedCaixa {
  if (typeof each !== "object" || each === null) return false;
  const { id, nome, desde, recuperada } = each as Record<string, unknown>;
  const instants = [desde, recuperada ?? desde].every(
    (text) => typeof text === "string" && !Number.isNaN(Date.parse(text)),
  );
  return typeof id === "string" && typeof nome === "string" && instants;
}
