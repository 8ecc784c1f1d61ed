import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange, OpenBlob } from "./blob-store.ts";

/** Bytes per read. */
const CHUNK_BYTES = 65_536;

/** Wraps an open file as a blob; closing the blob closes the handle. */
export function readOpenFile(handle: FileHandle, blobSize: number): OpenBlob {
  return {
    tamanho: blobSize,
    read: (range = {}) => readRange(handle, blobSize, range),
    close: () => handle.close(),
  };
}

// @NOTE Not handle.createReadStream: each call leaves a listener on the handle, and a ZIP needs thousands.
function readRange(
  handle: FileHandle,
  blobSize: number,
  { de = 0, ate = blobSize - 1 }: ByteRange,
): Readable {
  const end = Math.min(ate + 1, blobSize);
  let at = de;
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      const size = Math.min(CHUNK_BYTES, end - at);
      if (size <= 0) return void this.push(null);
      handle.read(Buffer.allocUnsafe(size), 0, size, at).then(
        ({ bytesRead, buffer }) => {
          at += bytesRead;
          if (bytesRead === 0) this.destroy(new Error("a blob is shorter than its size"));
          else this.push(buffer.subarray(0, bytesRead));
        },
        (error: Error) => this.destroy(error),
      );
    },
  });
}
