const PARENT_CHECK_MS = 500;

/**
 * Calls `end` once for every way in which somebody ends us: Ctrl-C, SIGTERM, a closed terminal, a dead npm.
 * A third signal in a row means now: `force`.
 * @param {{ end: (code: number) => void, force: () => void }} reactions
 */
export function onEnding({ end, force }) {
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
  // @NOTE SIGTERM to npm kills npm and its `sh -c`, and tells nobody below: we find out by becoming an orphan.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(0), PARENT_CHECK_MS).unref();
}
