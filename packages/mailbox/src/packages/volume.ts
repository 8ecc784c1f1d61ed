/** Bytes that lie elsewhere than in memory: a stored file, of which pieces are read where they are wanted. */
export type Volume = {
  /** Bytes. */
  tamanho: number;
  /** So many bytes from there on; fewer only where it ends. */
  read(de: number, quantos: number): Promise<Buffer>;
};

/** What is read at once where little pieces are wanted one after the other. In bytes. */
const JANELA_BYTES = 256 * 1024;
/** Places that are read by turns: the index of a ZIP, and its files. */
const JANELAS = 2;

type Janela = { de: number; bytes: Buffer };

/** Bytes in memory, as a volume. */
export function volumeOf(bytes: Buffer): Volume {
  return { tamanho: bytes.length, read: async (de, quantos) => bytes.subarray(de, de + quantos) };
}

/** The same volume, read in larger pieces: who wants thirty bytes at a time asks the disk once in a while. */
export function nearOf(volume: Volume): Volume {
  let janelas: Janela[] = [];
  return {
    tamanho: volume.tamanho,
    read: async (de, quantos) => {
      if (quantos > JANELA_BYTES / 2) return await volume.read(de, quantos);
      const end = Math.min(de + quantos, volume.tamanho);
      const held = janelas.find((each) => each.de <= de && end <= each.de + each.bytes.length);
      const janela = held ?? { de, bytes: await volume.read(de, JANELA_BYTES) };
      janelas = [janela, ...janelas.filter((each) => each !== janela)].slice(0, JANELAS);
      return janela.bytes.subarray(de - janela.de, de - janela.de + quantos);
    },
  };
}

/** Bytes from there to there (not included), piece by piece. */
export async function* readTrecho(volume: Volume, de: number, ate: number): AsyncGenerator<Buffer> {
  for (let at = de; at < ate; ) {
    const bytes = await volume.read(at, Math.min(JANELA_BYTES, ate - at));
    if (bytes.length === 0) return;
    at += bytes.length;
    yield bytes;
  }
}
