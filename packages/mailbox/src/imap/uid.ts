import { createHash } from "node:crypto";

/**
 * Hex characters of the folder name hash in a uid: enough to distinguish the folders of one
 * mailbox.
 */
const FOLDER_HEX = 8;

/**
 * Most UIDs in one command, and the longest set of them: a command line stays well below 8 192
 * octets.
 * @source RFC 7162 §4
 */
const SET_MAX = 2_000;
const SET_MAX_CHARS = 4_000;

/**
 * Common prefix of the uids of one folder: its UIDVALIDITY and, except for INBOX, a hash of its
 * name.
 * @source RFC 9051 §2.3.1.1
 */
export function generationOf(folder: string, uidValidity: bigint): string {
  if (folder === "INBOX") return String(uidValidity);
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, FOLDER_HEX);
  return `${hash}.${uidValidity}`;
}

/** The stored uid of a message. */
export function toUid(generation: string, number: number): string {
  return `${generation}.${number}`;
}

/** The UID of a stored uid.  @returns null when it belongs to another folder or UIDVALIDITY */
export function numberOf(generation: string, uid: string): number | null {
  if (!uid.startsWith(`${generation}.`)) return null;
  const digits = uid.slice(generation.length + 1);
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}

/**
 * Expands a set such as `1:3,7`, ascending.
 * @returns null when it is not a set, or names more than `max` numbers
 */
export function expandSet(set: string, max: number): number[] | null {
  const numbers: number[] = [];
  for (const part of set.split(",")) {
    const match = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(part);
    if (match === null) return null;
    const first = Number(match[1]);
    const second = Number(match[2] ?? match[1]);
    const [low, high] = first < second ? [first, second] : [second, first];
    if (high - low >= max - numbers.length) return null;
    for (let number = low; number <= high; number++) numbers.push(number);
  }
  return numbers.sort((a, b) => a - b);
}

/** Packs ascending numbers into sets that each fit into one command. */
export function* packSets(
  numbers: readonly number[],
): Generator<{ set: string; numbers: readonly number[] }> {
  let parts: string[] = [];
  let chars = 0;
  let start = 0;
  for (let from = 0; from < numbers.length; ) {
    const to = endOfRun(numbers, from, start + SET_MAX);
    const part = from === to ? `${numbers[from]}` : `${numbers[from]}:${numbers[to]}`;
    parts.push(part);
    chars += part.length + 1;
    from = to + 1;
    if (from - start < SET_MAX && chars < SET_MAX_CHARS && from < numbers.length) continue;
    yield { set: parts.join(","), numbers: numbers.slice(start, from) };
    [parts, chars, start] = [[], 0, from];
  }
}

/** Index of the last number of the gapless run that starts at `from` and ends before `limit`. */
function endOfRun(numbers: readonly number[], from: number, limit: number): number {
  let to = from;
  while (to + 1 < limit && to + 1 < numbers.length && numbers[to + 1] === (numbers[to] ?? 0) + 1) to++;
  return to;
}
