import { readProcess } from "./process-info.mjs";

const PARENT_CHECK_MS = 500;

/**
 * @NOTE npm that is killed, or loses its terminal, does not signal its children: they only get a new parent.
 * Between npm and this process there may be its `sh -c "node scripts/…"`, which outlives it.
 * @returns {() => boolean} true while npm is running
 */
function watchNpm() {
  const parent = process.ppid;
  const shell = readProcess(parent);
  const npm = shell && / -c .*node /.test(shell.command) ? shell.parent : null;
  return () => process.ppid === parent && (npm === null || readProcess(parent)?.parent === npm);
}

/**
 * Calls `end` at Ctrl-C, SIGTERM, a closed terminal or npm's death, and with code 1 at an uncaught error.
 * The third signal calls `force`, which exits at once.
 * @param {{ end: (code: number) => void, force: () => void }} reactions
 */
export function onTermination({ end, force }) {
  let signals = 0;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      signals += 1;
      if (signals >= 3) force();
      else end(0);
    });
  }
  process.on("uncaughtException", (error) => {
    console.error(error);
    end(1);
  });
  if (!process.env.npm_lifecycle_event) return;
  const isNpmRunning = watchNpm();
  setInterval(() => isNpmRunning() || end(0), PARENT_CHECK_MS).unref();
}
