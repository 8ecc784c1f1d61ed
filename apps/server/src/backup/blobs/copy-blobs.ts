import { createHash } from "node:crypto";
import type { BlobStore } from "../../blob/blob-store.ts";
import { createConcurrencyLimit, mapInOrder } from "../concurrency-limit.ts";
import type { BlobName } from "../dump/blob-refs.ts";
import type { SourceFlaw } from "../manifest.ts";
import { PART_BYTES, type Repository } from "../repository.ts";
import type { BlobEntry, BlobIndex } from "./blob-index.ts";

/** A larger blob is read in pieces, one such blob at a time. */
const WHOLE_BYTES = PART_BYTES;
const READ_AHEAD = 12;
const PUTS_AT_ONCE = 3;

/** A blob that a row of `tabela` names. */
export type NamedBlob = BlobName & { tabela: string };

/** Writes blobs into the repository as one stream that is cut into parts. */
export type BlobWriter = {
  /** Copies blobs. A damaged blob, or a required one that is missing, becomes a flaw. */
  copy(names: Iterable<NamedBlob>): Promise<void>;
  /** Stores the rest of the stream. @returns the index of all blobs copied since the last call */
  flush(): Promise<BlobIndex>;
  flaws(): SourceFlaw[];
  /** Bytes written to the store. */
  written(): number;
};

export function createBlobWriter(repository: Repository, blobs: BlobStore): BlobWriter {
  const limit = createConcurrencyLimit(PUTS_AT_ONCE);
  const flaws: SourceFlaw[] = [];
  let index: BlobIndex = { parts: [], entries: [] };
  let pieces: Buffer[] = [];
  let buffered = 0;
  let offset = 0;
  let written = 0;

  /** Stores the first `bytes` bytes of the buffered pieces. */
  async function storePart(bytes: number): Promise<void> {
    const all = Buffer.concat(pieces);
    const content = all.subarray(0, bytes);
    pieces = [all.subarray(bytes)];
    buffered -= bytes;
    const { parts } = index;
    const slot = { start: offset - buffered - bytes, part: ["", 0, bytes] as [string, number, number] };
    parts.push(slot);
    await limit.start(async () => {
      const put = await repository.put(content);
      slot.part = put.part;
      written += put.written;
    });
  }

  async function append(bytes: Buffer): Promise<void> {
    pieces.push(bytes);
    buffered += bytes.length;
    offset += bytes.length;
    while (buffered >= PART_BYTES) await storePart(PART_BYTES);
  }

  async function copyWhole(name: NamedBlob, bytes: Buffer): Promise<void> {
    if (createHash("sha256").update(bytes).digest("hex") !== name.sha256)
      return recordFlaw(name, "danificado");
    index.entries.push(entryAt(name, { offset, size: bytes.length }));
    await append(bytes);
  }

  async function copyLarge(name: NamedBlob): Promise<void> {
    const blob = await blobs.open(name.contaId, name.sha256);
    if (blob === null) return recordFlaw(name, "falta");
    const start = offset;
    const hash = createHash("sha256");
    try {
      for await (const piece of blob.read()) {
        hash.update(piece);
        await append(piece);
      }
    } finally {
      await blob.close();
    }
    // The appended bytes stay in the stream, but no entry points to them.
    if (hash.digest("hex") !== name.sha256) return recordFlaw(name, "danificado");
    index.entries.push(entryAt(name, { offset: start, size: offset - start }));
  }

  function recordFlaw({ contaId, sha256, tabela, required }: NamedBlob, reason: string): void {
    if (required || reason === "danificado") flaws.push({ contaId, sha256, tabela, motivo: reason });
  }

  return {
    async copy(names) {
      const reads = mapInOrder(names, READ_AHEAD, async (name) => ({
        name,
        found: await readSmall(blobs, name),
      }));
      for await (const { name, found } of reads) {
        if (found === "falta") recordFlaw(name, "falta");
        else if (found === "grande") await copyLarge(name);
        else await copyWhole(name, found);
      }
    },
    async flush() {
      if (buffered > 0) await storePart(buffered);
      await limit.done();
      const done = index;
      index = { parts: [], entries: [] };
      pieces = [];
      offset = 0;
      return done;
    },
    flaws: () => flaws,
    written: () => written,
  };
}

function entryAt({ contaId, sha256 }: NamedBlob, place: { offset: number; size: number }): BlobEntry {
  return { contaId, sha256, ...place };
}

async function readSmall(
  blobs: BlobStore,
  { contaId, sha256 }: NamedBlob,
): Promise<Buffer | "falta" | "grande"> {
  const blob = await blobs.open(contaId, sha256);
  if (blob === null) return "falta";
  try {
    if (blob.tamanho > WHOLE_BYTES) return "grande";
    const pieces: Buffer[] = [];
    for await (const piece of blob.read()) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await blob.close();
  }
}
