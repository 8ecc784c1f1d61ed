import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type { TemporaryVolume } from "@malote/mailbox";
import { makeFolder } from "../../blob/make-folder.ts";
import type { Config } from "../../config.ts";

const PRIVATE_FILE = 0o600;

/** Folder for nested packages while they are read. */
function asideOf({ dataDir }: Pick<Config, "dataDir">): string {
  return path.join(dataDir, "importacao");
}

/**
 * Stores bytes in a file that is already unlinked, so that a crash leaves nothing behind. Where
 * open files cannot be unlinked, the end deletes it. @throws the errors of the pieces
 */
export async function setAside(
  config: Pick<Config, "dataDir">,
  pieces: AsyncIterable<Uint8Array>,
): Promise<TemporaryVolume> {
  const folder = asideOf(config);
  await makeFolder(folder);
  const file = path.join(folder, `${randomUUID()}.tmp`);
  const handle = await fs.open(file, "wx+", PRIVATE_FILE);
  const leave = async (): Promise<void> => {
    await handle.close();
    await fs.rm(file, { force: true });
  };
  try {
    await fs.rm(file, { force: true }).catch(() => {});
    let size = 0;
    for await (const piece of pieces) {
      await handle.write(piece);
      size += piece.length;
    }
    return { tamanho: size, close: leave, read: (de, byteCount) => readPiece(handle, de, byteCount) };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function readPiece(handle: fs.FileHandle, de: number, byteCount: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(byteCount);
  let read = 0;
  while (read < byteCount) {
    const { bytesRead } = await handle.read(buffer, read, byteCount - read, de + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
