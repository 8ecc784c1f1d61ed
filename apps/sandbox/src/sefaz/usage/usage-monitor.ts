import { HOUR_MS } from "@malote/syntax";
import {
  BLOCK_MS,
  EVENTO_REJECTIONS_MAX,
  MISUSE_RULES,
  type MisuseRule,
  QUERIES_PER_HOUR,
  SINGLE_QUERIES_PER_HOUR,
  STATUS_INTERVAL_MS,
  WAIT_AFTER_END_MS,
} from "./misuse-rules.ts";

/** A caller at an authorizer: blocks apply to the pair. */
export type Caller = { autorizador: string; cnpj: string };

export type CallerBlock = Caller & { ate: string; motivo: MisuseRule | "comando" };

/**
 * The position of a queue reader: the last returned NSU, and when it reached the end. `uncertainNsu` is
 * the position after a lost response.
 */
type QueuePosition = { ultNsu: number; atEndSince: number | null; uncertainNsu?: number };

/** Counts the requests of each caller and detects improper use. Nothing survives a restart. */
export type UsageMonitor = {
  /** Whether a caller is blocked; a call while blocked restarts the hour. */
  isBlocked(caller: Caller, now: Date): boolean;
  block(caller: Caller, now: Date, motivo?: MisuseRule): void;
  /** Counts a query; true when it exceeds the limit. */
  countConsulta(caller: Caller, chave: string, now: Date): boolean;
  countStatus(caller: Caller, modelo: string, now: Date): boolean;
  countSingleQuery(caller: Caller, now: Date): boolean;
  /** Checks the next queue request: too soon, or not from the last position. */
  judgeRead(fila: string, ultNsu: number, now: Date): MisuseRule | null;
  /**
   * Stores the result of a request; the returned function reverts it for a response that never
   * arrived.
   */
  storeRead(fila: string, leitura: { ultNsu: number; atEnd: boolean }, now: Date): () => void;
  ultNsuOf(fila: string): number;
  /** Counts a refused event; true when it was refused too often. */
  countRejection(evento: string): boolean;
  countMisuse(rule: MisuseRule): void;
  readonly indevidos: Readonly<Record<MisuseRule, number>>;
  listBlocks(now: Date): CallerBlock[];
  /** Unblocks all callers. */
  unblockAll(): void;
};

export function createUsageMonitor(): UsageMonitor {
  const bloqueios = new Map<string, CallerBlock>();
  const positions = new Map<string, QueuePosition>();
  const rejections = new Map<string, number>();
  const consultas = createSlidingWindow();
  const singleQueries = createSlidingWindow();
  const status = createSlidingWindow();
  const indevidos = Object.fromEntries(MISUSE_RULES.map((rule) => [rule, 0])) as Record<MisuseRule, number>;
  const block: UsageMonitor["block"] = (caller, now, motivo) => {
    const ate = new Date(now.getTime() + BLOCK_MS).toISOString();
    bloqueios.set(keyOf(caller), { ...caller, ate, motivo: motivo ?? "comando" });
  };
  const isOpen = ({ ate }: CallerBlock, now: Date): boolean => {
    const left = Date.parse(ate) - now.getTime();
    // After the clock moves back, a block must not last longer than its rule.
    return left > 0 && left <= BLOCK_MS;
  };
  return {
    isBlocked: (caller, now) => {
      const callerBlock = bloqueios.get(keyOf(caller));
      if (!callerBlock || !isOpen(callerBlock, now)) return false;
      callerBlock.ate = new Date(now.getTime() + BLOCK_MS).toISOString();
      return true;
    },
    block,
    countConsulta: (caller, chave, now) =>
      consultas.count(`${keyOf(caller)} ${chave}`, now, HOUR_MS) > QUERIES_PER_HOUR,
    countStatus: (caller, modelo, now) =>
      status.count(`${keyOf(caller)} ${modelo}`, now, STATUS_INTERVAL_MS) > 1,
    countSingleQuery: (caller, now) =>
      singleQueries.count(keyOf(caller), now, HOUR_MS) > SINGLE_QUERIES_PER_HOUR,
    judgeRead: (fila, ultNsu, now) => {
      const before = positions.get(fila);
      if (!before) return null;
      const rested = before.atEndSince === null ? null : now.getTime() - before.atEndSince;
      if (rested !== null && rested >= 0 && rested < WAIT_AFTER_END_MS) return "distribuicaoAntesDaHora";
      return ultNsu === before.ultNsu || ultNsu === before.uncertainNsu ? null : "nsuForaDeSequencia";
    },
    storeRead: (fila, { ultNsu, atEnd: esgotada }, now) => {
      const before = positions.get(fila);
      positions.set(fila, { ultNsu, atEndSince: esgotada ? now.getTime() : null });
      return () => {
        if (before) positions.set(fila, { ...before, uncertainNsu: ultNsu });
        else positions.delete(fila);
      };
    },
    ultNsuOf: (fila) => positions.get(fila)?.ultNsu ?? 0,
    countRejection: (evento) => {
      const times = (rejections.get(evento) ?? 0) + 1;
      rejections.set(evento, times);
      return times >= EVENTO_REJECTIONS_MAX;
    },
    countMisuse: (rule) => {
      indevidos[rule] += 1;
    },
    indevidos,
    unblockAll: () => bloqueios.clear(),
    listBlocks: (now) => [...bloqueios.values()].filter((callerBlock) => isOpen(callerBlock, now)),
  };
}

function keyOf({ autorizador, cnpj }: Caller): string {
  return `${autorizador}|${cnpj}`;
}

/** Counts by key within a sliding window. */
function createSlidingWindow() {
  const instants = new Map<string, number[]>();
  return {
    /** Adds one; returns the count within the window, this one included. */
    count: (key: string, now: Date, windowMs: number): number => {
      const nowMs = now.getTime();
      const recent = (instants.get(key) ?? []).filter(
        (instant) => instant > nowMs - windowMs && instant <= nowMs,
      );
      recent.push(nowMs);
      instants.set(key, recent);
      return recent.length;
    },
  };
}
