// Loaded into a process under test by `--import`: reports its CPU and the longest block of its
// event loop.
import fs from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const RESOLUTION_MS = 5;
const NS_PER_MS = 1e6;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on("message", (message) => {
    if (message?.probe === undefined) return;
    // One turn later, to include the work that the last request left.
    setTimeout(() => {
      const { user, system } = process.cpuUsage();
      const blockMs = Math.max(0, delay.max / NS_PER_MS - RESOLUTION_MS);
      delay.reset();
      process.send({ probe: message.probe, cpuMs: (user + system) / 1_000, mainMs: readMainMs(), blockMs });
    }, RESOLUTION_MS * 2);
  });
}

/** CPU of the main thread in ms; NaN if the kernel does not report it.
 * @source Documentation/scheduler/sched-stats.rst */
function readMainMs() {
  try {
    return Number(fs.readFileSync("/proc/self/schedstat", "utf8").split(" ", 1)[0]) / NS_PER_MS;
  } catch {
    return Number.NaN;
  }
}
