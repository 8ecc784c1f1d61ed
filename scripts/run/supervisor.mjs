import { setTimeout as sleep } from "node:timers/promises";
import { reportProgress } from "../setup/log.mjs";
import { startChild } from "./child.mjs";

/** Delay before the first restart, and the longest delay, in ms: eight crashes in a row reach it. */
const FIRST_MS = 300;
const CAP_MS = 30_000;
/** After this run time a process counts as healthy and its next crash as the first, in ms. */
const STEADY_MS = 120_000;

/** nth: number of crashes in a row, this one included. @typedef {{ nth: number, delayMs: number }} Restart */

/** After this many crashes in a row, the log says where to find the cause. */
const CRASHES_TO_WARN = 5;

const seconds = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 });

/** @typedef {import("./child.mjs").Service & { afterRestart?: () => Promise<void> }} KeptService */

/**
 * Delays between restarts of one process: 0.3 s, doubled for each crash in a row, at most 30 s.
 * Each is drawn from its upper half, so that processes that end together do not all start together.
 * @param {{ random?: () => number, firstMs?: number, capMs?: number }} [options] random: in [0, 1);
 *   lower delays are only for tests
 * @returns {(livedMs: number) => Restart} livedMs: run time of the process that ended
 */
export function createRestartDelay({ random = Math.random, firstMs = FIRST_MS, capMs = CAP_MS } = {}) {
  let nth = 0;
  return (livedMs) => {
    nth = livedMs >= STEADY_MS ? 1 : nth + 1;
    const whole = Math.min(capMs, firstMs * 2 ** (nth - 1));
    return { nth, delayMs: Math.round(whole * (0.5 + random() / 2)) };
  };
}

/** Log sentence about a process that ended and will start again.
 * @param {string} name @param {string} ending @param {Restart} restart */
export function describeRestart(name, ending, { nth, delayMs }) {
  const times = nth === 1 ? "" : ` pela ${nth}ª vez seguida`;
  const line = `o processo ${name} parou${times} (${ending}): inicio de novo em ${seconds.format(delayMs / 1000)} s`;
  if (nth < CRASHES_TO_WARN) return line;
  return `${line}. O resto do Malote continua; a causa está nas linhas acima, e não desisto de tentar`;
}

/**
 * Keeps services running: a process that ends unexpectedly starts again, after a delay that grows with each
 * exit in a row, for as long as Malote runs. Only a failed first start ends Malote.
 * @param {{ onFatalError: (reason: unknown) => void,
 *   createDelay?: () => (livedMs: number) => Restart }} options
 *   onFatalError: called when `afterRestart` fails
 */
export function createSupervisor({ onFatalError, createDelay = createRestartDelay }) {
  /** @type {Map<string, import("./child.mjs").Child>} */
  const children = new Map();
  const stopping = new AbortController();

  /** @param {KeptService} service */
  function launch(service) {
    const child = startChild(service);
    children.set(service.name, child);
    return child;
  }

  /** @param {KeptService} service @param {import("./child.mjs").Child} child */
  const isCurrent = (service, child) => !stopping.signal.aborted && children.get(service.name) === child;

  /** @param {KeptService} service @param {import("./child.mjs").Child} first */
  async function watch(service, first) {
    const nextRestart = createDelay();
    for (let child = first, started = performance.now(); ; ) {
      const ending = await child.exited;
      if (!isCurrent(service, child)) return;
      const restart = nextRestart(performance.now() - started);
      reportProgress(describeRestart(service.name, ending, restart));
      await sleep(restart.delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      // renew() may have started another process meanwhile.
      if (!isCurrent(service, child)) return;
      started = performance.now();
      child = launch(service);
      followRestart(service, child);
    }
  }

  /** @param {KeptService} service @param {import("./child.mjs").Child} child */
  function followRestart(service, child) {
    // Kill a process that is not ready in time: its exit triggers the next start.
    child.ready.then(() => service.afterRestart?.(), child.kill).catch(onFatalError);
  }

  /** Starts a service and restarts it when it ends. @param {KeptService} service
   * @returns {Promise<void>} resolves when it is ready */
  async function keep(service) {
    const child = launch(service);
    await child.ready;
    watch(service, child).catch(onFatalError);
  }

  return {
    keep,
    /** Stops a service and starts it again; a failed start is repeated later. @param {KeptService} service */
    async renew(service) {
      const old = children.get(service.name);
      children.delete(service.name);
      await old?.stop();
      if (stopping.signal.aborted) return;
      const child = launch(service);
      watch(service, child).catch(onFatalError);
      await child.ready.catch(child.kill);
    },
    /** Stops all services in the given order of names. @param {string[]} order */
    async stopAll(order) {
      stopping.abort();
      for (const name of order) await children.get(name)?.stop();
    },
    killAll() {
      stopping.abort();
      for (const child of children.values()) child.kill();
    },
  };
}
