import type { Caixa } from "../../rpc/queries.ts";

const SEMANA_MS = 7 * 86_400_000;

/**
 * A mailbox that this browser has seen failing; `recuperada`: when it worked again. Instants in ISO
 * 8601.
 */
export type CaixaSeguida = { id: string; nome: string; desde: string; recuperada: string | null };

/** The tracked mailboxes, and the time (ms) of the server reading that last changed them. */
export type Vistas = { leitura: number; seguidas: readonly CaixaSeguida[] };

/**
 * Applies one more reading. An older one is ignored: otherwise two tabs with different readings
 * would overwrite each other without end.
 * @returns the same object if nothing changed
 */
export function foldCaixas(antes: Vistas, caixas: readonly Caixa[], leitura: number): Vistas {
  if (leitura <= antes.leitura) return antes;
  const seguidas = followCaixas(antes.seguidas, caixas, new Date(leitura));
  const isSame = JSON.stringify(seguidas) === JSON.stringify(antes.seguidas);
  return isSame ? antes : { leitura, seguidas };
}

/**
 * Tracks failing and recovered mailboxes over readings: the server returns only their current
 * state.
 */
export function followCaixas(
  antes: readonly CaixaSeguida[],
  caixas: readonly Caixa[],
  agora: Date,
): CaixaSeguida[] {
  const known = new Map(antes.map((seguida) => [seguida.id, seguida]));
  return caixas.flatMap((caixa): CaixaSeguida[] => {
    const seguida = known.get(caixa.id);
    if (caixa.ultimoErro !== null) {
      if (seguida?.recuperada === null) return [seguida];
      const nome = caixa.descricao || caixa.usuario;
      return [{ id: caixa.id, nome, desde: (caixa.erroDesde ?? agora).toISOString(), recuperada: null }];
    }
    if (!seguida) return [];
    const recuperada = seguida.recuperada ?? (caixa.ultimaColeta ?? agora).toISOString();
    return agora.getTime() - Date.parse(recuperada) > SEMANA_MS ? [] : [{ ...seguida, recuperada }];
  });
}

export function readVistas(valor: unknown): Vistas {
  const { leitura, seguidas } = (valor ?? {}) as Record<string, unknown>;
  const isKnown = typeof leitura === "number" && Array.isArray(seguidas);
  return isKnown ? { leitura, seguidas: seguidas.filter(isSeguida) } : { leitura: 0, seguidas: [] };
}

function isSeguida(each: unknown): each is CaixaSeguida {
  if (typeof each !== "object" || each === null) return false;
  const { id, nome, desde, recuperada } = each as Record<string, unknown>;
  const instants = [desde, recuperada ?? desde].every(
    (text) => typeof text === "string" && !Number.isNaN(Date.parse(text)),
  );
  return typeof id === "string" && typeof nome === "string" && instants;
}
