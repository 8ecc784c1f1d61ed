import { createRepairLimiter, type RepairLimiter } from "@malote/dfe";
import { type ArchiveLimits, type Budget, createBudget } from "@malote/mailbox";
import { cpuMs } from "./cpu.ts";
import { allowedMs, FRIO, type Verba } from "./custo.rules.ts";

const KB = 1024;

/** Counts the CPU of one reading, all of it on this thread. */
export type Custo = {
  /** Sets the limit. @param bytes size of the e-mail or file */
  allow(verba: Verba, bytes: number): void;
  /** Runs one verification, and counts it as vain if `isVain` is true of its result. */
  judge<T>(work: () => T, isVain: (result: T) => boolean): T;
  /** Adds the CPU of another thread, in ms. */
  add(ms: number): void;
  /** Checked before each step: whether the allowance is spent. Once true, it stays true. */
  isOver(): boolean;
  /** Whether a step was refused for lack of CPU. */
  hasStopped(): boolean;
  /** CPU so far, in whole ms. */
  ms(): number;
};

/** The remaining limits of one e-mail or file, shared by all its parts. */
export type Leitura = { custo: Custo; orcamento: Budget; reparos: RepairLimiter };

/**
 * Options of a reading. cpu: CPU of this thread, in ms; frio: whether the thread is new; pulse:
 * sign of life between two steps.
 */
export type LeituraOptions = {
  limites?: Partial<ArchiveLimits>;
  cpu?: () => number;
  frio?: boolean;
  pulse?: (() => void) | undefined;
};

/** Readings of this thread so far. */
let leituras = 0;

/** Starts the limits of one reading. CPU is unlimited until `custo.allow`. */
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
