import type { BlobStore } from "../../blob/blob-store.ts";
import type { Repository } from "../repository.ts";
import type { BlobEntry, BlobIndex } from "./blob-index.ts";

type Slot = BlobIndex["parts"][number];
/** Dependencies of a repair: the repository and the live blobs. */
export type RebuildTools = { repository: Repository; blobs: BlobStore };

/**
 * Rebuilds damaged parts of a blob stream from the live blobs, byte for byte.
 * This repairs every backup that names those parts.
 * @returns the parts that cannot be rebuilt because one of their blobs is missing or changed
 */
export async function rebuildParts(
  tools: RebuildTools,
  { entries }: BlobIndex,
  lost: readonly Slot[],
): Promise<Slot[]> {
  const unrebuilt: Slot[] = [];
  for (const [slot, overlapping] of entriesOf(entries, lost)) {
    if (!(await rebuildPart(tools, slot, overlapping))) unrebuilt.push(slot);
  }
  return unrebuilt;
}

/** Copies an index without these parts and without the blobs stored in them. */
export function withoutParts(index: BlobIndex, unrebuilt: readonly Slot[]): BlobIndex {
  const lost = new Set([...entriesOf(index.entries, unrebuilt).values()].flat());
  return {
    parts: index.parts.filter((slot) => !unrebuilt.includes(slot)),
    entries: index.entries.filter((entry) => !lost.has(entry)),
  };
}

const endOf = ({ start, part }: Slot): number => start + part[2];

/** Groups the blobs by part: each part lists the blobs that overlap it. */
function entriesOf(entries: readonly BlobEntry[], slots: readonly Slot[]): Map<Slot, BlobEntry[]> {
  const sorted = [...slots].sort((a, b) => a.start - b.start);
  const overlapping = new Map<Slot, BlobEntry[]>(sorted.map((slot) => [slot, []]));
  let first = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    while (first < sorted.length && endOf(sorted[first] as Slot) <= entry.offset) first += 1;
    for (let at = first; at < sorted.length; at += 1) {
      const slot = sorted[at] as Slot;
      if (slot.start >= entry.offset + entry.size) break;
      overlapping.get(slot)?.push(entry);
    }
  }
  return overlapping;
}

async function rebuildPart(
  { repository, blobs }: RebuildTools,
  slot: Slot,
  overlapping: readonly BlobEntry[],
): Promise<boolean> {
  const content = Buffer.alloc(slot.part[2]);
  let filled = 0;
  for (const entry of overlapping) {
    const from = Math.max(slot.start - entry.offset, 0);
    const bytes = await readSlice(blobs, entry, {
      from,
      to: Math.min(endOf(slot) - entry.offset, entry.size),
    });
    if (bytes === null) return false;
    content.set(bytes, entry.offset + from - slot.start);
    filled += bytes.length;
  }
  return filled === content.length && (await repository.restore(slot.part, content));
}

/** Reads bytes [from, to) of a live blob; null when it is missing or has another size. */
async function readSlice(
  blobs: BlobStore,
  { contaId, sha256, size }: BlobEntry,
  { from, to }: { from: number; to: number },
): Promise<Buffer | null> {
  const blob = await blobs.open(contaId, sha256);
  if (blob === null) return null;
  try {
    if (blob.tamanho !== size) return null;
    if (to === from) return Buffer.alloc(0);
    const pieces: Buffer[] = [];
    for await (const piece of blob.read({ de: from, ate: to - 1 })) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await blob.close();
  }
}
