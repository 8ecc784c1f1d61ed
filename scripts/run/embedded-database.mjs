import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../postgres/server.mjs";
import { printError, reportProgress } from "../setup/log.mjs";
import { createRestartDelay, describeRestart } from "./supervisor.mjs";

const NAME = "PostgreSQL embutido";

/**
 * Starts the embedded PostgreSQL and keeps it running until Malote closes. After an unexpected exit it starts
 * again on the same port, after a delay that grows with each exit. Throws only if the first start fails.
 * @param {string} dataDir @param {import("./cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<import("../postgres/server.mjs").Postgres>} the first one; its addresses stay valid
 */
export async function keepDatabase(dataDir, cleanup) {
  const stopping = new AbortController();
  let current = startPostgres({ dataDir });
  cleanup.defer(async () => {
    stopping.abort();
    await (await current.catch(() => null))?.stop();
  });
  const first = await current;
  const isOver = () => stopping.signal.aborted || cleanup.hasStarted();

  async function watch() {
    const nextRestart = createRestartDelay();
    let ending = "sem ser pedido";
    /** @type {import("../postgres/server.mjs").Postgres | null} */
    let server = first;
    for (let started = performance.now(); ; ) {
      await server?.exited;
      if (isOver()) return;
      const restart = nextRestart(server ? performance.now() - started : 0);
      reportProgress(describeRestart(NAME, ending, restart));
      await sleep(restart.delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (isOver()) return;
      started = performance.now();
      current = startPostgres({ dataDir, port: first.port });
      server = await current.catch((error) => {
        printError(error);
        return null;
      });
      ending = server ? "sem ser pedido" : "não iniciou";
    }
  }
  void watch();
  return first;
}
