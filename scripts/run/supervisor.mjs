import { setTimeout as sleep } from "node:timers/promises";
import { say } from "../setup/log.mjs";
import { startChild } from "./child.mjs";
import { createRestartDelay } from "./restart-delay.mjs";

/** From so many crashes in a row on, the log says where to look. */
const CRASHES_WORRYING = 5;

const seconds = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 });

/** @typedef {import("./child.mjs").Service & { afterRestart?: () => Promise<void> }} KeptService */

/** @typedef {import("./restart-delay.mjs").Restart} Restart */

/** What the log says of a process that ended and starts again. @param {string} name @param {string} ending @param {Restart} restart */
export function describeRestart(name, ending, { nth, delayMs }) {
  const times = nth === 1 ? "" : ` pela ${nth}ª vez seguida`;
  const line = `o processo ${name} parou${times} (${ending}): inicio de novo em ${seconds.format(delayMs / 1000)} s`;
  if (nth < CRASHES_WORRYING) return line;
  return `${line}. O resto do Malote continua; a causa está nas linhas acima, e não desisto de tentar`;
}

/**
 * Keeps services running: a process that ends unasked is started again, each time in a row after a longer delay, for as long as Malote
 * runs. Only a first start that fails ends Malote.
 * @param {{ giveUp: (reason: unknown) => void, createDelay?: () => (livedMs: number) => Restart }} options giveUp: called when
 *   the work after a restart fails
 */
export function createSupervisor({ giveUp, createDelay = createRestartDelay }) {
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
      const ending = await child.gone;
      if (!isCurrent(service, child)) return;
      const restart = nextRestart(performance.now() - started);
      say(describeRestart(service.name, ending, restart));
      await sleep(restart.delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      // A renewal may have started another one meanwhile.
      if (!isCurrent(service, child)) return;
      started = performance.now();
      child = launch(service);
      followRestart(service, child);
    }
  }

  /** @param {KeptService} service @param {import("./child.mjs").Child} child */
  function followRestart(service, child) {
    // One that is not ready in time is ended, so that its next start is due; one that ended is due already.
    child.ready.then(() => service.afterRestart?.(), child.kill).catch(giveUp);
  }

  /** Starts a service and keeps it. @param {KeptService} service @returns {Promise<void>} when it is ready */
  async function keep(service) {
    const child = launch(service);
    await child.ready;
    watch(service, child).catch(giveUp);
  }

  return {
    keep,
    /** Stops a service in order and starts it again; one that fails to is started again later. @param {KeptService} service */
    async renew(service) {
      const old = children.get(service.name);
      children.delete(service.name);
      await old?.stop();
      if (stopping.signal.aborted) return;
      const child = launch(service);
      watch(service, child).catch(giveUp);
      await child.ready.catch(child.kill);
    },
    /** Stops everything, in this order of names. @param {string[]} order */
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
