import { hash, verify } from "@node-rs/argon2";

/** Each hash holds 64 MiB, so only so many run at once; the others wait their turn. */
const CONCURRENT_HASHES = 2;
/** Argon2id is the library's default; its enum cannot be named under isolatedModules. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Argon2id of a password that nobody has, of the same cost: made at the first need, then kept. */
let nobody: Promise<string> | undefined;

/** @returns the PHC string that is stored */
export async function hashSenha(senha: string): Promise<string> {
  return await inTurn(() => hash(senha, COST));
}

/**
 * Compares a password with a stored hash. Without one (unknown user, invited user) it does the same work and says no,
 * so that the answer's time tells nothing.
 */
export async function verifySenha(senhaHash: string | null, senha: string): Promise<boolean> {
  nobody ??= hashSenha("malote: ninguém tem esta senha");
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
  if (running >= CONCURRENT_HASHES) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  made += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
