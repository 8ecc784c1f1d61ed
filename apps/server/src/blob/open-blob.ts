import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BlobAberto, Trecho } from "./blob-store.ts";

/** Bytes per read. */
const PEDACO = 65_536;

/** Wraps an open file as a blob; closing the blob closes the handle. */
export function readOpenFile(handle: FileHandle, tamanho: number): BlobAberto {
  return {
    tamanho,
    read: (trecho = {}) => readTrecho(handle, tamanho, trecho),
    close: () => handle.close(),
  };
}

// @NOTE Not handle.createReadStream: each call leaves a listener on the handle, and a ZIP needs thousands.
function readTrecho(handle: FileHandle, tamanho: number, { de = 0, ate = tamanho - 1 }: Trecho): Readable {
  const end = Math.min(ate + 1, tamanho);
  let at = de;
  return new Readable({
    highWaterMark: PEDACO,
    read() {
      const size = Math.min(PEDACO, end - at);
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
