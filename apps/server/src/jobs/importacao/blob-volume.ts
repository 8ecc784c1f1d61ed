import type { Volume } from "@malote/mailbox";
import type { OpenBlob } from "../../blob/blob-store.ts";

/** An open blob as a source of ranged reads. */
export function toVolume(blob: OpenBlob): Volume {
  const { tamanho } = blob;
  return {
    tamanho,
    read: async (start, length) => {
      const end = Math.min(start + length, tamanho);
      if (start >= end) return Buffer.alloc(0);
      const pieces: Buffer[] = [];
      for await (const piece of blob.read({ de: start, ate: end - 1 })) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
