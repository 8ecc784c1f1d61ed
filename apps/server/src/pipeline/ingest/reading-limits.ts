import { createRepairLimiter, type RepairLimiter } from "@malote/dfe";
import { type ArchiveLimits, type Budget, createBudget } from "@malote/mailbox";
import { allowedMs, type CpuAllowance, WARMUP } from "./cost.rules.ts";
import { cpuMs } from "./cpu.ts";

const KB = 1024;

/** Counts the CPU of one reading, all of it on this thread. */
export type CpuCost = {
  /** Sets the limit. @param bytes size of the e-mail or file */
  allow(allowance: CpuAllowance, bytes: number): void;
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
export type ReadingLimits = { cost: CpuCost; budget: Budget; repairs: RepairLimiter };

/**
 * Options of a reading. cpu: CPU of this thread, in ms; isCold: whether the thread is new; pulse:
 * sign of life between two steps.
 */
export type ReadingLimitsOptions = {
  limits?: Partial<ArchiveLimits>;
  cpu?: () => number;
  isCold?: boolean;
  pulse?: (() => void) | undefined;
};

/** Readings of this thread so far. */
let readings = 0;

/** Starts the limits of one reading. CPU is unlimited until `cost.allow`. */
export function createReadingLimits(o: ReadingLimitsOptions = {}): ReadingLimits {
  readings += 1;
  const { limits = {}, cpu = cpuMs, isCold = readings <= WARMUP.leituras, pulse } = o;
  const cost = createCpuCost({ cpu, isCold, pulse });
  return { cost, budget: createBudget(limits, cost.isOver), repairs: createRepairLimiter() };
}

function createCpuCost({
  cpu,
  isCold,
  pulse,
}: {
  cpu(): number;
  isCold: boolean;
  pulse: ReadingLimitsOptions["pulse"];
}): CpuCost {
  const extraMs = isCold ? WARMUP.ms : 0;
  const began = cpu();
  let [max, vainMax] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [otherThreadsMs, vainMs, vainCount, over] = [0, 0, 0, false];
  const spent = (): number => cpu() - began + otherThreadsMs;
  return {
    allow(allowance, bytes) {
      max = allowedMs(allowance.total, bytes / KB) + extraMs;
      vainMax = allowedMs(allowance.vao, bytes / KB) + extraMs;
    },
    judge(work, isVain) {
      const before = cpu();
      const result = work();
      if (!isVain(result)) return result;
      vainCount += 1;
      if (vainCount > 1) vainMs += cpu() - before;
      return result;
    },
    add(ms) {
      otherThreadsMs += ms;
    },
    isOver() {
      pulse?.();
      over ||= vainMs >= vainMax || spent() >= max;
      return over;
    },
    hasStopped: () => over,
    ms: () => Math.round(spent()),
  };
}
