import { createHash } from "node:crypto";
import { type BlobIndex, readBlobIndex } from "../blobs/blob-index.ts";
import { createDigestSet, type DigestSet } from "../blobs/digest-set.ts";
import { readBlobs } from "../blobs/read-blobs.ts";
import type { IndexRef } from "../manifest.ts";
import { RepositoryError } from "../repository.ts";
import { type Check, noteSeen, readOr, readPart } from "./check.ts";

/** Reads each blob of an index and compares it with its SHA-256. @returns the blobs that it names */
export async function verifyIndex(check: Check, name: string, ref: IndexRef): Promise<DigestSet> {
  const stored = createDigestSet();
  const index = await readOr(check, ref.parte, {
    name: `${name}, índice de ${ref.blobs} arquivos`,
    parse: readBlobIndex,
  });
  if (index === null) return stored;
  if (index.entries.length !== ref.blobs) {
    check.onFlaw(`${name}: um índice tem ${index.entries.length} arquivos, e o manifesto diz ${ref.blobs}.`);
  }
  for (const { part } of index.parts) noteSeen(check, part);
  for await (const { entry, pieces } of readBlobs(check.repository, index)) {
    const { contaId, sha256 } = entry;
    stored.add(contaId, sha256);
    check.total.blobs += 1;
    const flaw = await findFlaw(pieces, sha256);
    if (flaw !== null) check.onFlaw(`${name}: o arquivo ${sha256} da conta ${contaId}: ${flaw}`);
  }
  await readUnused(check, index);
  return stored;
}

async function findFlaw(pieces: AsyncIterable<Buffer>, sha256: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of pieces) hash.update(piece);
  } catch (error) {
    if (error instanceof RepositoryError) return error.message;
    throw error;
  }
  return hash.digest("hex") === sha256 ? null : "o conteúdo não é o do seu SHA-256.";
}

/** Parts that no blob lies in are read too: nothing in the repository is left unread. */
async function readUnused(check: Check, { parts, entries }: BlobIndex): Promise<void> {
  const spans = [...entries].sort((a, b) => a.offset - b.offset);
  let at = 0;
  for (const { start, part } of [...parts].sort((a, b) => a.start - b.start)) {
    while (at < spans.length && (spans[at]?.offset ?? 0) + (spans[at]?.size ?? 0) <= start) at += 1;
    const isUsed = (spans[at]?.offset ?? Number.POSITIVE_INFINITY) < start + part[2];
    if (!isUsed) await readPart(check, part, "arquivos sem nome");
  }
}
