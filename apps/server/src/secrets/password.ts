import { hash, verify } from "@node-rs/argon2";
import { Outage } from "../errors.ts";

/** Each hash takes 64 MiB, so few run at once; the others queue. */
const CONCURRENT_HASHES = 2;
/** Most queued passwords: some five seconds of work. The next caller must retry after COME_BACK_MS. */
export const WAITING_HASHES = 64;
const RETRY_MS = 5_000;
/** Argon2id is the library's default; its enum cannot be named under isolatedModules. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** A dummy hash of the same cost that matches no password; created at first use. */
let dummyHash: Promise<string> | undefined;

/** @returns the PHC string to store @throws {Outage} when the queue is full */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(password, COST));
}

/**
 * Compares a password with a stored hash. Without one (unknown or invited user) it does the same
 * work and returns false, so that the response time reveals nothing.
 * @throws {Outage} when the queue is full
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("malote: ninguém tem esta senha");
  // After a failure the next call creates the hash.
  dummyHash.catch(() => (dummyHash = undefined));
  const against = passwordHash ?? (await dummyHash);
  const equal = await inTurn(() => verify(against, password));
  return passwordHash !== null && equal;
}

/** Whether a stored hash costs less to guess than today's: it is replaced at the next successful sign-in. */
export function isOutdatedHash(passwordHash: string): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? [];
  return Number(memory ?? 0) < COST.memoryCost || Number(passes ?? 0) < COST.timeCost;
}

let made = 0;

/** Passwords hashed or compared by this process. */
export function countHashes(): number {
  return made;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < CONCURRENT_HASHES) running += 1;
  else if (waiting.length >= WAITING_HASHES) throw new Outage("too many passwords wait", RETRY_MS);
  else await new Promise<void>((resolve) => waiting.push(resolve));
  made += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
