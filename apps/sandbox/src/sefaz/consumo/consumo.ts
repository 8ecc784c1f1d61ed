import {
  BLOQUEIO_MS,
  CONSULTAS_POR_HORA,
  ENTRE_STATUS_MS,
  ESPERA_SEM_DOCUMENTO_MS,
  HOUR_MS,
  PONTUAIS_POR_HORA,
  REGRAS,
  REJEICOES_DO_EVENTO,
  type Regra,
} from "./regras.ts";

/** A caller at an authorizer: blocks apply to the pair. */
export type Quem = { autorizador: string; cnpj: string };

export type Bloqueio = Quem & { ate: string; motivo: Regra | "comando" };

/**
 * The position of a queue reader: the last returned NSU, and when it reached the end. `incerto` is
 * the position after a lost response.
 */
type Leitura = { ultNsu: number; esgotadaEm: number | null; incerto?: number };

/** Counts the requests of each caller and detects improper use. Nothing survives a restart. */
export type Consumo = {
  /** Whether a caller is blocked; a call while blocked restarts the hour. */
  isBlocked(quem: Quem, agora: Date): boolean;
  block(quem: Quem, agora: Date, motivo?: Regra): void;
  /** Counts a query; true when it exceeds the limit. */
  countConsulta(quem: Quem, chave: string, agora: Date): boolean;
  countStatus(quem: Quem, modelo: string, agora: Date): boolean;
  countPontual(quem: Quem, agora: Date): boolean;
  /** Checks the next queue request: too soon, or not from the last position. */
  judgeLeitura(fila: string, ultNsu: number, agora: Date): Regra | null;
  /**
   * Stores the result of a request; the returned function reverts it for a response that never
   * arrived.
   */
  keepLeitura(fila: string, leitura: { ultNsu: number; esgotada: boolean }, agora: Date): () => void;
  ultNsuOf(fila: string): number;
  /** Counts a refused event; true when it was refused too often. */
  countRejeicao(evento: string): boolean;
  countIndevido(regra: Regra): void;
  readonly indevidos: Readonly<Record<Regra, number>>;
  listBloqueios(agora: Date): Bloqueio[];
  /** Unblocks all callers. */
  pardon(): void;
};

export function createConsumo(): Consumo {
  const bloqueios = new Map<string, Bloqueio>();
  const leituras = new Map<string, Leitura>();
  const rejeicoes = new Map<string, number>();
  const consultas = createJanela();
  const pontuais = createJanela();
  const status = createJanela();
  const indevidos = Object.fromEntries(REGRAS.map((regra) => [regra, 0])) as Record<Regra, number>;
  const block: Consumo["block"] = (quem, agora, motivo) => {
    const ate = new Date(agora.getTime() + BLOQUEIO_MS).toISOString();
    bloqueios.set(keyOf(quem), { ...quem, ate, motivo: motivo ?? "comando" });
  };
  const isOpen = ({ ate }: Bloqueio, agora: Date): boolean => {
    const left = Date.parse(ate) - agora.getTime();
    // After the clock moves back, a block must not last longer than its rule.
    return left > 0 && left <= BLOQUEIO_MS;
  };
  return {
    isBlocked: (quem, agora) => {
      const bloqueio = bloqueios.get(keyOf(quem));
      if (!bloqueio || !isOpen(bloqueio, agora)) return false;
      bloqueio.ate = new Date(agora.getTime() + BLOQUEIO_MS).toISOString();
      return true;
    },
    block,
    countConsulta: (quem, chave, agora) =>
      consultas.count(`${keyOf(quem)} ${chave}`, agora, HOUR_MS) > CONSULTAS_POR_HORA,
    countStatus: (quem, modelo, agora) =>
      status.count(`${keyOf(quem)} ${modelo}`, agora, ENTRE_STATUS_MS) > 1,
    countPontual: (quem, agora) => pontuais.count(keyOf(quem), agora, HOUR_MS) > PONTUAIS_POR_HORA,
    judgeLeitura: (fila, ultNsu, agora) => {
      const before = leituras.get(fila);
      if (!before) return null;
      const rested = before.esgotadaEm === null ? null : agora.getTime() - before.esgotadaEm;
      if (rested !== null && rested >= 0 && rested < ESPERA_SEM_DOCUMENTO_MS)
        return "distribuicaoAntesDaHora";
      return ultNsu === before.ultNsu || ultNsu === before.incerto ? null : "nsuForaDeSequencia";
    },
    keepLeitura: (fila, { ultNsu, esgotada }, agora) => {
      const before = leituras.get(fila);
      leituras.set(fila, { ultNsu, esgotadaEm: esgotada ? agora.getTime() : null });
      return () => {
        if (before) leituras.set(fila, { ...before, incerto: ultNsu });
        else leituras.delete(fila);
      };
    },
    ultNsuOf: (fila) => leituras.get(fila)?.ultNsu ?? 0,
    countRejeicao: (evento) => {
      const times = (rejeicoes.get(evento) ?? 0) + 1;
      rejeicoes.set(evento, times);
      return times >= REJEICOES_DO_EVENTO;
    },
    countIndevido: (regra) => {
      indevidos[regra] += 1;
    },
    indevidos,
    pardon: () => bloqueios.clear(),
    listBloqueios: (agora) => [...bloqueios.values()].filter((bloqueio) => isOpen(bloqueio, agora)),
  };
}

function keyOf({ autorizador, cnpj }: Quem): string {
  return `${autorizador}|${cnpj}`;
}

/** Counts by key within a sliding window. */
function createJanela() {
  const instants = new Map<string, number[]>();
  return {
    /** Adds one; returns the count within the window, this one included. */
    count: (key: string, agora: Date, windowMs: number): number => {
      const now = agora.getTime();
      const recent = (instants.get(key) ?? []).filter(
        (instant) => instant > now - windowMs && instant <= now,
      );
      recent.push(now);
      instants.set(key, recent);
      return recent.length;
    },
  };
}
