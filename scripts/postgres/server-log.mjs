import fs from "node:fs";
import { messageOf, reportProgress } from "../setup/log.mjs";

/** A log of this size is rotated, in bytes. */
export const LOG_MAX_BYTES = 10 * 1024 ** 2;
/** Number of rotated files that are kept: pg.log.1, the newest, to pg.log.5. */
export const LOG_KEPT = 5;
const CHECK_MS = 60_000;

/** @param {string} file @returns {number} its size in bytes; 0 when it does not exist */
export const sizeOf = (file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Rotates a log that has grown to `maxBytes`. The server keeps the file open, so it is copied and truncated;
 * lines written in between are lost.
 * @param {string} file @param {{ maxBytes?: number, kept?: number }} [limits]
 */
export function rotateLog(file, { maxBytes = LOG_MAX_BYTES, kept = LOG_KEPT } = {}) {
  if (sizeOf(file) < maxBytes) return;
  const rotatedName = (/** @type {number} */ nth) => `${file}.${nth}`;
  // Delete the oldest file first: on a full disk this makes room for the copy.
  fs.rmSync(rotatedName(kept), { force: true });
  for (let nth = kept - 1; nth >= 1; nth--) {
    if (fs.existsSync(rotatedName(nth))) fs.renameSync(rotatedName(nth), rotatedName(nth + 1));
  }
  fs.copyFileSync(file, rotatedName(1));
  fs.chmodSync(rotatedName(1), 0o600);
  fs.truncateSync(file);
}

/** Opens the log for a new server, in append mode: rotateLog's truncation then leaves no gap.
 * @param {string} file
 * @returns {{ fd: number, since: () => string }} since: the text written since this call */
export function openLog(file) {
  rotateLog(file);
  const startOffset = sizeOf(file);
  return {
    fd: fs.openSync(file, "a", 0o600),
    since: () => fs.readFileSync(file).subarray(startOffset).toString(),
  };
}

/** Rotates a log while the server runs. @param {string} file @returns {() => void} stops it */
export function rotateWhenLarge(file, checkMs = CHECK_MS) {
  let reported = false;
  const timer = setInterval(() => {
    try {
      rotateLog(file);
      reported = false;
    } catch (error) {
      if (!reported)
        reportProgress(
          `o arquivo de log do PostgreSQL não pôde ser trocado (${messageOf(error)}): nova tentativa a cada minuto`,
        );
      reported = true;
    }
  }, checkMs);
  timer.unref();
  return () => clearInterval(timer);
}
