import { createHash } from "node:crypto";
import { eachDocument } from "../documents/roots.ts";
import { isWholeZip } from "../packages/format.ts";

/** Index of the delivered content of a message. */
export type DeliveredIndex = {
  /** Whether this document was delivered, ignoring charset and line breaks. */
  has(span: Buffer, complete: boolean): boolean;
  /** Whether these bytes are a part, or the start of one. */
  isPart(bytes: Buffer): boolean;
  add(bytes: Buffer): void;
  /** The pasted document with its original bytes, when the decoded text lost characters. */
  complete(pasted: Buffer): Buffer;
};

/** Number of bytes by which parts are first compared. */
const PREFIX_BYTES = 48;
/** Most bytes by which two decoders differ at the end of a truncated part. */
const TAIL_BYTES = 4;
/** Most parts with the same first bytes that are compared in full. */
const SAME_START_MAX = 20;

const REPLACEMENT = Buffer.from("\ufffd");

/** Indexes parts and pasted documents, so that the raw scan recognizes them. */
export function indexDelivered(parts: readonly Buffer[], pastedParts: readonly Buffer[]): DeliveredIndex {
  const loose = createPrefixSet();
  const wholeParts = new Set<string>();
  const byStart = new Map<string, Buffer[]>();
  const lost = new Map<string, Buffer | null>();
  const remember = (bytes: Buffer): void => {
    wholeParts.add(digestOf(bytes));
    const key = keyOf(bytes);
    const alike = byStart.get(key) ?? [];
    byStart.set(key, alike);
    if (alike.length < SAME_START_MAX) alike.push(bytes);
    for (const { root, fim } of eachDocument(bytes)) loose.add(looseOf(bytes.subarray(root, fim)));
  };
  for (const part of parts) remember(part);
  for (const pasted of pastedParts) {
    const key = looseOf(pasted);
    loose.add(key);
    if (pasted.includes(REPLACEMENT)) lost.set(key, null);
  }
  return {
    has: (span, complete) => {
      const key = looseOf(span);
      if (lost.get(key) === null && complete) lost.set(key, span);
      return loose.has(key) || (!complete && loose.hasPrefix(key));
    },
    isPart: (bytes) =>
      wholeParts.has(digestOf(bytes)) ||
      (byStart.get(keyOf(bytes)) ?? []).some((part) => isStartOf(bytes, part)),
    add: remember,
    complete: (pasted) => lost.get(looseOf(pasted)) ?? pasted,
  };
}

/**
 * Reduces a document to its printable ASCII, which survives every charset, transfer encoding and
 * folding.
 */
export function looseOf(span: Buffer): string {
  return span.toString("latin1").replace(/[^\x21-\x7e]+/g, "");
}

type PrefixSet = { has(key: string): boolean; hasPrefix(start: string): boolean; add(key: string): void };

/**
 * A set of strings that also answers prefix queries. @NOTE sorts on the first query after an
 * addition; sorting a sorted list is linear.
 */
function createPrefixSet(): PrefixSet {
  const all = new Set<string>();
  const ordem: string[] = [];
  let isSorted = true;
  return {
    has: (key) => all.has(key),
    add: (key) => {
      if (all.has(key)) return;
      all.add(key);
      ordem.push(key);
      isSorted = false;
    },
    hasPrefix: (start) => {
      if (!isSorted) ordem.sort();
      isSorted = true;
      return ordem[bisect(ordem, start)]?.startsWith(start) === true;
    },
  };
}

/** Index of the first sorted string that is not less than this one. */
function bisect(ordem: readonly string[], key: string): number {
  let low = 0;
  let high = ordem.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordem[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("base64");
}

function keyOf(bytes: Buffer): string {
  return bytes.toString("latin1", 0, PREFIX_BYTES);
}

/** A whole ZIP that ends before the part does is not a truncated copy of it. */
function isStartOf(bytes: Buffer, part: Buffer): boolean {
  const length = bytes.length - TAIL_BYTES;
  if (part.length < length || !part.subarray(0, length).equals(bytes.subarray(0, length))) return false;
  return part.length - bytes.length <= TAIL_BYTES || !isWholeZip(bytes);
}
