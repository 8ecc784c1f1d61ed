import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { ShrinkLogo } from "../../app-context.ts";
import { Outage } from "../../errors.ts";
import { shrinkLogo } from "../../services/empresa/logo.rules.ts";

/** Far above the largest logo, in ms. */
const LOGO_TIMEOUT_MS = 20_000;
const HEAP_MB = 256;
/** Logos in work or queued; the next caller must retry after VOLTE_MS. */
const QUEUE_MAX = 8;
const RETRY_MS = 5_000;

/** entry: program of the thread; it must call serveLogo. */
export type LogoThreadOptions = { entry: string; timeoutMs?: number; queueMax?: number };

/**
 * Shrinks each logo in a thread of its own, one at a time: in place it would block the event loop
 * for a good part of a second.
 * @throws Outage when the queue is full
 */
export function createLogoShrinker({
  entry,
  timeoutMs = LOGO_TIMEOUT_MS,
  queueMax = QUEUE_MAX,
}: LogoThreadOptions): ShrinkLogo {
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  const ask = async (logo: Uint8Array): Promise<Uint8Array | null> => {
    const thread = new Worker(entry, {
      workerData: { logo: new Uint8Array(logo) },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const [shrunk] = (await once(thread, "message", { signal })) as [Uint8Array | null];
      return shrunk;
    } catch (cause) {
      throw new Error("a logo opened beside: the thread ended without an answer", { cause });
    } finally {
      await thread.terminate();
    }
  };
  return async (logo) => {
    if (queued >= queueMax) throw new Outage("too many logos wait to be opened", RETRY_MS);
    queued += 1;
    const mine = last.then(() => ask(logo)).finally(() => (queued -= 1));
    last = mine.catch(() => {});
    return await mine;
  };
}

/** Whether this thread was started to shrink a logo. */
export function isLogoThread(): boolean {
  return typeof workerData === "object" && workerData !== null && "logo" in workerData;
}

/** Shrinks the logo for which this thread was started. */
export function serveLogo(): void {
  const { logo } = workerData as { logo: Uint8Array };
  parentPort?.postMessage(shrinkLogo(logo));
}
