import { HOUR_MS } from "@malote/syntax";
import { Outage } from "../errors.ts";

/** Delay before the first retry, in ms; each further retry doubles it, up to six hours. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 6 * HOUR_MS;
const DEPTH_MAX = 6;
const MESSAGE_START = "arquivo ausente no armazém";

/**
 * The blob store is this installation's, but lacks a blob that the database names. An operator may restore
 * it, so the task is retried as long as its kind allows for outages, and then fails with this reason.
 */
export class BlobMissing extends Outage {
  /** @param owner the blob's owner and its expected path, for the log and the tarefa */
  constructor(owner: string) {
    super(`${MESSAGE_START}: ${owner}`, RETRY_MS, { dobraAteMs: RETRY_MAX_MS, espera: "mundo" });
    this.name = "BlobMissing";
  }
}

/** Whether an error is a {@link BlobMissing}, or a worker thread's copy, which keeps only the message. */
export function isBlobMissing(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  return error.message.startsWith(MESSAGE_START) || isBlobMissing(error.cause, depth + 1);
}
