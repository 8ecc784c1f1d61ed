/** Bytes outside memory, such as a stored file, read in pieces on demand. */
export type Volume = {
  /** Bytes. */
  tamanho: number;
  /** Reads a number of bytes from an offset; fewer only at the end. */
  read(de: number, length: number): Promise<Buffer>;
};

/** Bytes read at once for small consecutive reads. */
const WINDOW_BYTES = 256 * 1024;
/** Number of read positions that alternate: the index of a ZIP, and its files. */
const WINDOWS = 2;

type ReadWindow = { de: number; bytes: Buffer };

/** Bytes in memory, as a volume. */
export function volumeOf(bytes: Buffer): Volume {
  return { tamanho: bytes.length, read: async (de, length) => bytes.subarray(de, de + length) };
}

/** Buffers a volume, so that small reads do not each access the disk. */
export function bufferVolume(volume: Volume): Volume {
  let windows: ReadWindow[] = [];
  return {
    tamanho: volume.tamanho,
    read: async (de, length) => {
      if (length > WINDOW_BYTES / 2) return await volume.read(de, length);
      const end = Math.min(de + length, volume.tamanho);
      const held = windows.find((each) => each.de <= de && end <= each.de + each.bytes.length);
      const window = held ?? { de, bytes: await volume.read(de, WINDOW_BYTES) };
      windows = [window, ...windows.filter((each) => each !== window)].slice(0, WINDOWS);
      return window.bytes.subarray(de - window.de, de - window.de + length);
    },
  };
}

/** Reads a byte range (end excluded) piece by piece. */
export async function* readRange(volume: Volume, de: number, until: number): AsyncGenerator<Buffer> {
  for (let at = de; at < until; ) {
    const bytes = await volume.read(at, Math.min(WINDOW_BYTES, until - at));
    if (bytes.length === 0) return;
    at += bytes.length;
    yield bytes;
  }
}
