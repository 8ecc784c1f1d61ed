import { createRepairLimiter, type RepairLimiter } from "@malote/dfe";
import { type ArchiveLimits, type Budget, createBudget } from "@malote/mailbox";
import { cpuMs } from "./cpu.ts";
import { allowedMs, FRIO, type Verba } from "./custo.rules.ts";

const KB = 1024;

/** Counts the CPU of one reading, all of it by the thread that reads. */
export type Custo = {
  /** Says what may be spent.   @param bytes of the e-mail or file as it came */
  allow(verba: Verba, bytes: number): void;
  /** Runs one judgement and counts it as spent in vain where `isVain` says so of its result. */
  judge<T>(work: () => T, isVain: (result: T) => boolean): T;
  /** Adds what another thread spent for this reading, in ms. */
  add(ms: number): void;
  /** Asked before each step: whether no more may be spent. Once it was so, it stays so. */
  isOver(): boolean;
  /** Whether a step was refused for that. */
  hasStopped(): boolean;
  /** Spent so far, in whole ms. */
  ms(): number;
};

/** What reading one e-mail or file may still take, shared by all of its parts. */
export type Leitura = { custo: Custo; orcamento: Budget; reparos: RepairLimiter };

/** How a reading is bounded. cpu: CPU of this thread, in ms; frio: whether this thread has only begun. pulse: called
 * between two steps, as a sign of life. */
export type LeituraOptions = {
  limites?: Partial<ArchiveLimits>;
  cpu?: () => number;
  frio?: boolean;
  pulse?: (() => void) | undefined;
};

/** Readings of this thread so far. */
let leituras = 0;

/** Opens a fresh account of everything one reading may take; until it is allowed a sum, CPU is not limited. */
export function createLeitura(o: LeituraOptions = {}): Leitura {
  leituras += 1;
  const { limites = {}, cpu = cpuMs, frio = leituras <= FRIO.leituras, pulse } = o;
  const custo = createCusto({ cpu, frio, pulse });
  return { custo, orcamento: createBudget(limites, custo.isOver), reparos: createRepairLimiter() };
}

function createCusto({
  cpu,
  frio,
  pulse,
}: {
  cpu(): number;
  frio: boolean;
  pulse: LeituraOptions["pulse"];
}): Custo {
  const extraMs = frio ? FRIO.ms : 0;
  const began = cpu();
  let [max, vaoMax] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [beside, vao, vaos, over] = [0, 0, 0, false];
  const spent = (): number => cpu() - began + beside;
  return {
    allow(verba, bytes) {
      max = allowedMs(verba.total, bytes / KB) + extraMs;
      vaoMax = allowedMs(verba.vao, bytes / KB) + extraMs;
    },
    judge(work, isVain) {
      const before = cpu();
      const result = work();
      if (!isVain(result)) return result;
      vaos += 1;
      if (vaos > 1) vao += cpu() - before;
      return result;
    },
    add(ms) {
      beside += ms;
    },
    isOver() {
      pulse?.();
      over ||= vao >= vaoMax || spent() >= max;
      return over;
    },
    hasStopped: () => over,
    ms: () => Math.round(spent()),
  };
}
