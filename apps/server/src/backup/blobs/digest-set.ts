const KEY_WORDS = 4;
const INITIAL_CAPACITY = 1_024;
const LOAD_FACTOR = 0.6;
const UUID_DIGITS = 32;

/** A set of (conta, SHA-256) pairs at about 30 bytes each; strings would take hundreds. */
export type DigestSet = {
  /** @returns false when it was already in the set */
  add(contaId: string, sha256: string): boolean;
  has(contaId: string, sha256: string): boolean;
  size(): number;
};

/**
 * Keeps 128 bits of SHA-256 XOR conta for each blob. A deliberate collision would take about 2^64 attempts.
 */
export function createDigestSet(): DigestSet {
  let capacity = INITIAL_CAPACITY;
  let table = new Uint32Array(capacity * KEY_WORDS);
  let count = 0;
  const key = new Uint32Array(KEY_WORDS);

  function loadKey(contaId: string, sha256: string): void {
    const conta = contaId.replaceAll("-", "");
    if (conta.length !== UUID_DIGITS) throw new Error("not a conta id");
    for (let word = 0; word < KEY_WORDS; word += 1) {
      const at = word * 8;
      const mixed =
        Number.parseInt(sha256.slice(at, at + 8), 16) ^ Number.parseInt(conta.slice(at, at + 8), 16);
      key[word] = mixed >>> 0;
    }
    // All zeros marks an empty slot.
    if (key.every((word) => word === 0)) key[0] = 1;
  }

  /** @returns the offset of the loaded key's slot, or of the empty slot where it belongs */
  function findSlot(): number {
    for (let slot = (key[0] ?? 0) % capacity; ; slot = (slot + 1) % capacity) {
      const at = slot * KEY_WORDS;
      const isFree = !(table[at] || table[at + 1] || table[at + 2] || table[at + 3]);
      if (isFree || key.every((word, n) => table[at + n] === word)) return at;
    }
  }

  function grow(): void {
    const before = table;
    capacity *= 2;
    table = new Uint32Array(capacity * KEY_WORDS);
    for (let at = 0; at < before.length; at += KEY_WORDS) {
      key.set(before.subarray(at, at + KEY_WORDS));
      if (key.some((word) => word !== 0)) table.set(key, findSlot());
    }
  }

  const isFound = (at: number): boolean => key.every((word, n) => table[at + n] === word);
  return {
    add(contaId, sha256) {
      if (count >= capacity * LOAD_FACTOR) grow();
      loadKey(contaId, sha256);
      const at = findSlot();
      if (isFound(at)) return false;
      table.set(key, at);
      count += 1;
      return true;
    },
    has(contaId, sha256) {
      loadKey(contaId, sha256);
      return isFound(findSlot());
    },
    size: () => count,
  };
}
