import { Outage } from "../errors.ts";

/** It is looked for again after so long, in ms, then after twice as long each time, at most every six hours. */
const AGAIN_MS = 60_000;
const AGAIN_MAX_MS = 6 * 3_600_000;
const DEPTH_MAX = 6;
const BEGIN = "arquivo ausente no armazém";

/**
 * The blob store is ours and lacks one blob that the database names. It may come back (an operator restores it): the work is tried again
 * for as long as its kind may find something away, and then its end says why.
 */
export class BlobMissing extends Outage {
  /** @param whose what it belongs to, and where it should lie, for the log and the tarefa */
  constructor(whose: string) {
    super(`${BEGIN}: ${whose}`, AGAIN_MS, { dobraAteMs: AGAIN_MAX_MS, espera: "mundo" });
    this.name = "BlobMissing";
  }
}

/** Whether an error is a {@link BlobMissing}, or a worker thread's copy of one, which keeps only the
 * message. */
export function isBlobMissing(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  return error.message.startsWith(BEGIN) || isBlobMissing(error.cause, depth + 1);
}
