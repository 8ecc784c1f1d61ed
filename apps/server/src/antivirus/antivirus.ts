import { Outage } from "../errors.ts";
import { type ClamdPlace, type ClamdWaits, type ScanSource, scanInstream, type Verdict } from "./clamd.ts";

/** The configured scanner. maxBytes: clamd's StreamMaxLength; larger files are not sent. */
export type AntivirusConfig = { place: ClamdPlace; maxBytes: number };

/** Scans bytes before they leave to users. */
export type Antivirus = {
  /**
   * @param read opens the bytes from the start; may be called again
   * @throws {Outage} when the scanner does not answer, or its queue is full
   */
  scan(read: () => ScanSource, bytes: number): Promise<Verdict>;
};

/** Concurrent scans of one process, and queued ones; clamd has ten threads by default. */
const SCANS_MAX = 4;
const WAITING_MAX = 64;
const FULL_RETRY_MS = 5_000;

/** @param waits shorter only in tests */
export function createAntivirus({ place, maxBytes }: AntivirusConfig, waits?: ClamdWaits): Antivirus {
  const waiting: (() => void)[] = [];
  let running = 0;
  const take = async (): Promise<void> => {
    if (running < SCANS_MAX) {
      running += 1;
      return;
    }
    if (waiting.length >= WAITING_MAX)
      throw new Outage("too many scans wait for clamd", FULL_RETRY_MS, { espera: "mundo" });
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The slot passes to the longest waiting scan, and is free only if none waits.
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    scan: async (read, bytes) => {
      if (bytes > maxBytes) return { kind: "too-large" };
      await take();
      try {
        return await scanInstream(place, read, waits);
      } finally {
        release();
      }
    },
  };
}
