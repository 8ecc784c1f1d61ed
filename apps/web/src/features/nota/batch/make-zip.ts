/** One file of a ZIP. */
export type ZipEntry = { nome: string; bytes: Uint8Array };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** General purpose flag bit 11: names are UTF-8. */
const FLAGS = 0x0800;

/**
 * A ZIP without compression, which XML and PDF of a few dozen documents do not need.   @source
 * APPNOTE 6.3.10, §4.3
 */
export function makeZip(files: readonly ZipEntry[], now: Date): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { nome, bytes } of files) {
    const fileRecord = {
      nome: new TextEncoder().encode(nome),
      crc: crc32(bytes),
      tamanho: bytes.length,
      agora: now,
    };
    const head = writeHeader(LOCAL, fileRecord);
    parts.push(head, fileRecord.nome, new Uint8Array(bytes));
    central.push(writeHeader(CENTRAL, { ...fileRecord, offset }), fileRecord.nome);
    offset += head.length + fileRecord.nome.length + bytes.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const endRecord = new DataView(new ArrayBuffer(22));
  endRecord.setUint32(0, END, true);
  endRecord.setUint16(8, files.length, true);
  endRecord.setUint16(10, files.length, true);
  endRecord.setUint32(12, size, true);
  endRecord.setUint32(16, offset, true);
  return new Blob([...parts, ...central, endRecord.buffer], { type: "application/zip" });
}

type FileRecord = { nome: Uint8Array; crc: number; tamanho: number; agora: Date; offset?: number };

/**
 * The header of a file: local (30 bytes), or central directory (46 bytes, with the offset of the
 * local one).
 */
function writeHeader(signature: number, fileRecord: FileRecord): Uint8Array<ArrayBuffer> {
  const isCentral = signature === CENTRAL;
  const view = new DataView(new ArrayBuffer(isCentral ? 46 : 30));
  view.setUint32(0, signature, true);
  if (isCentral) view.setUint16(4, VERSION, true);
  const at = isCentral ? 6 : 4;
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  const { hora, dia } = dosTimeOf(fileRecord.agora);
  view.setUint16(at + 6, hora, true);
  view.setUint16(at + 8, dia, true);
  view.setUint32(at + 10, fileRecord.crc, true);
  view.setUint32(at + 14, fileRecord.tamanho, true);
  view.setUint32(at + 18, fileRecord.tamanho, true);
  view.setUint16(at + 22, fileRecord.nome.length, true);
  if (isCentral) view.setUint32(42, fileRecord.offset ?? 0, true);
  return new Uint8Array(view.buffer);
}

/** MS-DOS time and date of a ZIP: 2 s resolution, years from 1980. */
function dosTimeOf(now: Date): { hora: number; dia: number } {
  const hora = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const dia = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  return { hora, dia };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
