import { setTimeout as sleep } from "node:timers/promises";
import { Halt, say } from "../setup/log.mjs";
import { startChild } from "./child.mjs";
import { restartBudget } from "./restart-budget.mjs";

const BREATH_MS = 300;

/** @typedef {import("./child.mjs").Service & { afterRestart?: () => Promise<void> }} KeptService */

/**
 * Keeps services running: what dies unasked comes back, a bounded number of times.
 * @param {{ giveUp: (reason: Halt) => void }} options called once, when a service cannot be kept running
 */
export function createSupervisor({ giveUp }) {
  /** @type {Map<string, import("./child.mjs").Child>} */
  const children = new Map();
  let stopping = false;

  /** @param {KeptService} service */
  function launch(service) {
    const child = startChild(service);
    children.set(service.name, child);
    return child;
  }

  /** @param {KeptService} service @param {import("./child.mjs").Child} first */
  async function watch(service, first) {
    const nextRestart = restartBudget();
    for (let child = first; ; ) {
      const ending = await child.gone;
      if (stopping || children.get(service.name) !== child) return;
      const nth = nextRestart();
      if (nth === null)
        throw new Halt(`O processo ${service.name} parou vezes demais (${ending}): encerro o Malote.`);
      say(`o processo ${service.name} parou (${ending}): inicio de novo (${nth})`);
      await sleep(BREATH_MS * nth);
      if (stopping) return;
      child = launch(service);
      // One that dies before it is ready spends the budget too, in the next turn.
      child.ready
        .then(
          () => service.afterRestart?.(),
          () => {},
        )
        .catch(giveUp);
    }
  }

  /** Starts a service and keeps it. @param {KeptService} service @returns {Promise<void>} when it is ready */
  async function keep(service) {
    const child = launch(service);
    await child.ready;
    watch(service, child).catch(giveUp);
  }

  return {
    keep,
    /** Stops a service in order and starts it again. @param {KeptService} service */
    async renew(service) {
      const old = children.get(service.name);
      children.delete(service.name);
      await old?.stop();
      if (!stopping) await keep(service);
    },
    /** Stops everything, in this order of names. @param {string[]} order */
    async stopAll(order) {
      stopping = true;
      for (const name of order) await children.get(name)?.stop();
    },
    killAll() {
      stopping = true;
      for (const child of children.values()) child.kill();
    },
  };
}
