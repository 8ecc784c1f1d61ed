/** One file of a ZIP. */
export type Arquivo = { nome: string; bytes: Uint8Array };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const FIM = 0x06054b50;
const VERSAO = 20;
/** General purpose flag bit 11: names are UTF-8. */
const FLAGS = 0x0800;

/**
 * A ZIP without compression, which XML and PDF of a few dozen documents do not need.   @source
 * APPNOTE 6.3.10, §4.3
 */
export function makeZip(arquivos: readonly Arquivo[], agora: Date): Blob {
  const partes: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { nome, bytes } of arquivos) {
    const entrada = { nome: new TextEncoder().encode(nome), crc: crc32(bytes), tamanho: bytes.length, agora };
    const head = record(LOCAL, entrada);
    partes.push(head, entrada.nome, new Uint8Array(bytes));
    central.push(record(CENTRAL, { ...entrada, offset }), entrada.nome);
    offset += head.length + entrada.nome.length + bytes.length;
  }
  const tamanho = central.reduce((sum, { length }) => sum + length, 0);
  const fim = new DataView(new ArrayBuffer(22));
  fim.setUint32(0, FIM, true);
  fim.setUint16(8, arquivos.length, true);
  fim.setUint16(10, arquivos.length, true);
  fim.setUint32(12, tamanho, true);
  fim.setUint32(16, offset, true);
  return new Blob([...partes, ...central, fim.buffer], { type: "application/zip" });
}

type Entrada = { nome: Uint8Array; crc: number; tamanho: number; agora: Date; offset?: number };

/**
 * The header of a file: local (30 bytes), or central directory (46 bytes, with the offset of the
 * local one).
 */
function record(assinatura: number, entrada: Entrada): Uint8Array<ArrayBuffer> {
  const isCentral = assinatura === CENTRAL;
  const view = new DataView(new ArrayBuffer(isCentral ? 46 : 30));
  view.setUint32(0, assinatura, true);
  if (isCentral) view.setUint16(4, VERSAO, true);
  const at = isCentral ? 6 : 4;
  view.setUint16(at, VERSAO, true);
  view.setUint16(at + 2, FLAGS, true);
  const { hora, dia } = dosOf(entrada.agora);
  view.setUint16(at + 6, hora, true);
  view.setUint16(at + 8, dia, true);
  view.setUint32(at + 10, entrada.crc, true);
  view.setUint32(at + 14, entrada.tamanho, true);
  view.setUint32(at + 18, entrada.tamanho, true);
  view.setUint16(at + 22, entrada.nome.length, true);
  if (isCentral) view.setUint32(42, entrada.offset ?? 0, true);
  return new Uint8Array(view.buffer);
}

/** MS-DOS time and date of a ZIP: 2 s resolution, years from 1980. */
function dosOf(agora: Date): { hora: number; dia: number } {
  const hora = (agora.getHours() << 11) | (agora.getMinutes() << 5) | (agora.getSeconds() >> 1);
  const dia = ((agora.getFullYear() - 1980) << 9) | ((agora.getMonth() + 1) << 5) | agora.getDate();
  return { hora, dia };
}

const TABELA = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABELA[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
