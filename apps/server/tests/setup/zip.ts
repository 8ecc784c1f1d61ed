import { buffer } from "node:stream/consumers";
import yazl from "yazl";

/** A file to be packed. */
export type ZipInput = { nome: string; bytes: Uint8Array };

const LOCAL = Buffer.from("PK\x03\x04", "latin1");
const CENTRAL = Buffer.from("PK\x01\x02", "latin1");
/** Offset of the flags in each kind of header. */
const FLAGS = { local: 6, central: 8 };
const ENCRYPTED = 1;

/** An ordinary ZIP. */
export async function zipOf(files: readonly ZipInput[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { nome, bytes } of files) zip.addBuffer(Buffer.from(bytes), nome);
  zip.end();
  return await buffer(zip.outputStream);
}

/** Marks files of a ZIP as encrypted: all of them, or those at the given positions. */
export function markEncrypted(zip: Buffer, positions?: readonly number[]): Buffer {
  const locked = Buffer.from(zip);
  for (const [mark, at] of [
    [LOCAL, FLAGS.local],
    [CENTRAL, FLAGS.central],
  ] as const) {
    let n = 0;
    for (let i = locked.indexOf(mark); i >= 0; i = locked.indexOf(mark, i + 4)) {
      if (positions?.includes(n) ?? true)
        locked.writeUInt16LE(locked.readUInt16LE(i + at) | ENCRYPTED, i + at);
      n += 1;
    }
  }
  return locked;
}
