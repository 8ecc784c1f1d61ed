import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BlobAberto, Trecho } from "./blob-store.ts";

/** Bytes read at once. */
const PEDACO = 65_536;

/** Reads an open file piece by piece; its handle is closed with it. */
export function readOpenFile(handle: FileHandle, tamanho: number): BlobAberto {
  return {
    tamanho,
    read: (trecho = {}) => readTrecho(handle, tamanho, trecho),
    close: () => handle.close(),
  };
}

// @NOTE not handle.createReadStream: each one leaves a listener on the handle, and a ZIP is read in thousands of pieces.
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
          if (bytesRead === 0) this.destroy(new Error("a blob ended before its end"));
          else this.push(buffer.subarray(0, bytesRead));
        },
        (error: Error) => this.destroy(error),
      );
    },
  });
}
