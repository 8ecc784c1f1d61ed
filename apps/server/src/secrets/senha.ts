import { hash, verify } from "@node-rs/argon2";
import { Outage } from "../errors.ts";

/** Each hash holds 64 MiB, so only so many run at once; the others wait their turn. */
const CONCURRENT_HASHES = 2;
/** Passwords that wait: some five seconds of work. One more comes back later, in ms. */
export const WAITING_HASHES = 64;
const COME_BACK_MS = 5_000;
/** Argon2id is the library's default; its enum cannot be named under isolatedModules. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Argon2id of a password that nobody has, of the same cost: made at the first need, then kept. */
let nobody: Promise<string> | undefined;

/** @returns the PHC string that is stored @throws {Outage} when too many wait */
export async function hashSenha(senha: string): Promise<string> {
  return await inTurn(() => hash(senha, COST));
}

/**
 * Compares a password with a stored hash. Without one (unknown user, invited user) it does the same work and says no,
 * so that the answer's time tells nothing.
 * @throws {Outage} when too many wait
 */
export async function verifySenha(senhaHash: string | null, senha: string): Promise<boolean> {
  nobody ??= hashSenha("malote: ninguém tem esta senha");
  // What could not be made now is made at the next need.
  nobody.catch(() => (nobody = undefined));
  const against = senhaHash ?? (await nobody);
  const equal = await inTurn(() => verify(against, senha));
  return senhaHash !== null && equal;
}

/** Whether a stored hash costs less to guess than one that is made today: it is made anew when its password is next right. */
export function isHashAntigo(senhaHash: string): boolean {
  const [, memoria, passos] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(senhaHash) ?? [];
  return Number(memoria ?? 0) < COST.memoryCost || Number(passos ?? 0) < COST.timeCost;
}

let made = 0;

/** How many passwords this process has hashed or compared. */
export function countHashes(): number {
  return made;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < CONCURRENT_HASHES) running += 1;
  else if (waiting.length >= WAITING_HASHES) throw new Outage("too many passwords wait", COME_BACK_MS);
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
