import fs from "node:fs";
import { say } from "../setup/log.mjs";

/** A file of this size is set aside, in bytes. */
export const LOG_MAX_BYTES = 10 * 1024 ** 2;
/** Files set aside that are kept: pg.log.1, the newest, to pg.log.5. */
export const LOG_KEPT = 5;
const LOOK_MS = 60_000;

/** @param {string} file @returns {number} its bytes; 0 when there is none */
export const sizeOf = (file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Sets a log aside that has grown to `maxBytes`. The server holds the file open: its content is copied, then cut. Lines
 * written between both are lost.
 * @param {string} file @param {{ maxBytes?: number, kept?: number }} [limits]
 */
export function rotateLog(file, { maxBytes = LOG_MAX_BYTES, kept = LOG_KEPT } = {}) {
  if (sizeOf(file) < maxBytes) return;
  const aside = (/** @type {number} */ nth) => `${file}.${nth}`;
  // The oldest goes first: on a full disk that is the room for the copy.
  fs.rmSync(aside(kept), { force: true });
  for (let nth = kept - 1; nth >= 1; nth--) {
    if (fs.existsSync(aside(nth))) fs.renameSync(aside(nth), aside(nth + 1));
  }
  fs.copyFileSync(file, aside(1));
  fs.chmodSync(aside(1), 0o600);
  fs.truncateSync(file);
}

/** The log continued by a new server: appended to, so that the cut of rotateLog leaves no gap. @param {string} file
 * @returns {{ fd: number, since: () => string }} since: what was written from now on */
export function openLog(file) {
  rotateLog(file);
  const begin = sizeOf(file);
  return {
    fd: fs.openSync(file, "a", 0o600),
    since: () => fs.readFileSync(file).subarray(begin).toString(),
  };
}

/** Keeps a log below its size while the server runs. @param {string} file @returns {() => void} ends it */
export function keepLogSmall(file, lookMs = LOOK_MS) {
  let told = false;
  const timer = setInterval(() => {
    try {
      rotateLog(file);
      told = false;
    } catch (error) {
      if (!told)
        say(
          `o arquivo de log do PostgreSQL não pôde ser trocado (${error.message}): nova tentativa a cada minuto`,
        );
      told = true;
    }
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
