import { createHash } from "node:crypto";
import { type BlobEntry, type BlobIndex, readBlobIndex } from "../blobs/blob-index.ts";
import { createDigestSet, type DigestSet } from "../blobs/digest-set.ts";
import { readBlobs } from "../blobs/read-blobs.ts";
import type { IndexRef, Part } from "../manifest.ts";
import { BackupRepositoryError } from "../repository.ts";
import { type Check, flawedBy, readParsed, readPart, recordSeen, wrongContent } from "./check.ts";

/** Reads each blob of an index and checks its SHA-256. @returns the blobs that the index names */
export async function verifyIndex(check: Check, name: string, ref: IndexRef): Promise<DigestSet> {
  const stored = createDigestSet();
  const index = await readParsed(check, ref.parte, {
    name: `${name}, índice de ${ref.blobs} arquivos`,
    parse: readBlobIndex,
  });
  if (index === null) return stored;
  if (index.entries.length !== ref.blobs) {
    check.onFlaw(
      `${name}: um índice tem ${index.entries.length} arquivos, e o manifesto diz ${ref.blobs}.`,
      wrongContent([ref.parte]),
    );
  }
  for (const { part } of index.parts) recordSeen(check, part);
  for await (const { entry, pieces } of readBlobs(check.repository, index)) {
    const { contaId, sha256 } = entry;
    stored.add(contaId, sha256);
    check.total.blobs += 1;
    const flaw = await findFlaw(pieces, sha256);
    if (flaw === null) continue;
    const [why, flawed] =
      flaw instanceof BackupRepositoryError
        ? [flaw.message, flawedBy(flaw)]
        : ["o conteúdo não é o do seu SHA-256.", wrongContent(partsOfBlob(index, entry))];
    check.onFlaw(`${name}: o arquivo ${sha256} da conta ${contaId}: ${why}`, flawed);
  }
  await readUnusedParts(check, index);
  return stored;
}

const partsOfBlob = ({ parts }: BlobIndex, { offset, size }: BlobEntry): Part[] =>
  parts
    .filter(({ start, part }) => start < offset + size && start + part[2] > offset)
    .map(({ part }) => part);

async function findFlaw(
  pieces: AsyncIterable<Buffer>,
  sha256: string,
): Promise<BackupRepositoryError | "conteudo" | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of pieces) hash.update(piece);
  } catch (error) {
    if (error instanceof BackupRepositoryError) return error;
    throw error;
  }
  return hash.digest("hex") === sha256 ? null : "conteudo";
}

/** Reads the parts that contain no blob, so that nothing in the repository is left unread. */
async function readUnusedParts(check: Check, { parts, entries }: BlobIndex): Promise<void> {
  const spans = [...entries].sort((a, b) => a.offset - b.offset);
  let at = 0;
  for (const { start, part } of [...parts].sort((a, b) => a.start - b.start)) {
    while (at < spans.length && (spans[at]?.offset ?? 0) + (spans[at]?.size ?? 0) <= start) at += 1;
    const isUsed = (spans[at]?.offset ?? Number.POSITIVE_INFINITY) < start + part[2];
    if (!isUsed) await readPart(check, part, "arquivos sem nome");
  }
}
