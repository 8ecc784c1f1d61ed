import type { Caixa } from "../../rpc/queries.ts";

const SEMANA_MS = 7 * 86_400_000;

/** A mailbox that was seen to fail in this browser; `recuperada` is when it was seen well again. Instants in ISO. */
export type CaixaSeguida = { id: string; nome: string; desde: string; recuperada: string | null };

/** What is known of them, and of which reading of the server (ms) it last changed. */
export type Vistas = { leitura: number; seguidas: readonly CaixaSeguida[] };

/**
 * The same after one more reading. One that is not newer says nothing: two tabs that read at different times would else correct each other for ever.
 * @returns the very same object when nothing changed
 */
export function foldCaixas(antes: Vistas, caixas: readonly Caixa[], leitura: number): Vistas {
  if (leitura <= antes.leitura) return antes;
  const seguidas = followCaixas(antes.seguidas, caixas, new Date(leitura));
  const isSame = JSON.stringify(seguidas) === JSON.stringify(antes.seguidas);
  return isSame ? antes : { leitura, seguidas };
}

/** What is known of the mailboxes that failed, after one more look at all. The server tells how they are, not how they were. */
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
