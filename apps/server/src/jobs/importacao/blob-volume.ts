import type { Volume } from "@malote/mailbox";
import type { BlobAberto } from "../../blob/blob-store.ts";

/** An open blob as a source of ranged reads. */
export function toVolume(blob: BlobAberto): Volume {
  const { tamanho } = blob;
  return {
    tamanho,
    read: async (de, quantos) => {
      const end = Math.min(de + quantos, tamanho);
      if (de >= end) return Buffer.alloc(0);
      const pieces: Buffer[] = [];
      for await (const piece of blob.read({ de, ate: end - 1 })) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
