import { promisify } from "node:util";
import { crc32, deflateRaw, gunzip } from "node:zlib";

/**
 * One compressed file of a ZIP. nome: ASCII, "/" between folders; em: yyyy-MM-ddTHH:mm:ss, local
 * time; dados: raw deflate; crc, tamanho: of the uncompressed bytes, less than 4 GB.
 */
export type ZipEntrada = { nome: string; em: string; dados: Uint8Array; crc: number; tamanho: number };
/** The content of an entry, before it has a name. */
export type ZipConteudo = Pick<ZipEntrada, "dados" | "crc" | "tamanho">;

const deflate = promisify(deflateRaw);
const unzip = promisify(gunzip);

/** Bytes yielded at once. */
const PEDACO = 262_144;
/** Directory records kept as one piece. */
const DIRETORIO_PEDACO = 1_000;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const DEFLATE = 8;
const NOME_UTF8 = 0x0800;
const VERSAO = 20;
const VERSAO_ZIP64 = 45;
const UNIX = 3;
const ARQUIVO_COMUM = 0o100644;
const GZIP_CABECA = 10;
const GZIP_FIM = 8;

/** Compresses the content of an entry. */
export async function packBytes(bytes: Uint8Array): Promise<ZipConteudo> {
  return { dados: await deflate(bytes), crc: crc32(bytes), tamanho: bytes.length };
}

/**
 * Reuses the deflate stream of a gzip, whose trailer holds CRC and length. A gzip with a longer
 * header than ours is recompressed. @source RFC 1952 §2.3
 */
export async function packGzip(gzip: Buffer): Promise<ZipConteudo> {
  const isPlain = gzip.length > GZIP_CABECA + GZIP_FIM && gzip.readUInt32BE(0) === 0x1f8b0800;
  if (!isPlain) return await packBytes(await unzip(gzip));
  const end = gzip.length - GZIP_FIM;
  return {
    dados: gzip.subarray(GZIP_CABECA, end),
    crc: gzip.readUInt32LE(end),
    tamanho: gzip.readUInt32LE(end + 4),
  };
}

/**
 * Writes a ZIP while its entries arrive; some 100 bytes per entry stay in memory. The same entries
 * give the same bytes.
 * @source PKWARE APPNOTE.TXT 6.3.10 §4.3
 */
export async function* writeZip(entradas: AsyncIterable<ZipEntrada>): AsyncGenerator<Uint8Array> {
  const diretorio = createDiretorio();
  let offset = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const entrada of entradas) {
    const { dados } = entrada;
    const head = writeLocal(entrada);
    diretorio.add(entrada, offset);
    offset += head.length + dados.length;
    const isLarge = dados.length >= PEDACO;
    pending.push(head, ...(isLarge ? [] : [dados]));
    pendingBytes += head.length + (isLarge ? 0 : dados.length);
    if (!isLarge && pendingBytes < PEDACO) continue;
    yield Buffer.concat(pending);
    if (isLarge) yield dados;
    pending = [];
    pendingBytes = 0;
  }
  yield Buffer.concat(pending);
  yield* diretorio.finish(offset);
}

/** The fields that a local header and its directory record share. */
function writeShared({ nome, em, dados, crc, tamanho }: ZipEntrada, versao: number): Buffer {
  const shared = Buffer.alloc(26);
  const { data, hora } = toDos(em);
  shared.writeUInt16LE(versao, 0);
  shared.writeUInt16LE(NOME_UTF8, 2);
  shared.writeUInt16LE(DEFLATE, 4);
  shared.writeUInt16LE(hora, 6);
  shared.writeUInt16LE(data, 8);
  shared.writeUInt32LE(crc, 10);
  shared.writeUInt32LE(dados.length, 14);
  shared.writeUInt32LE(tamanho, 18);
  shared.writeUInt16LE(Buffer.byteLength(nome), 22);
  return shared;
}

function writeLocal(entrada: ZipEntrada): Buffer {
  return Buffer.concat([signature(0x04034b50), writeShared(entrada, VERSAO), Buffer.from(entrada.nome)]);
}

function writeCentral(entrada: ZipEntrada, offset: number): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar ? Buffer.alloc(12) : Buffer.alloc(0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const versao = isFar ? VERSAO_ZIP64 : VERSAO;
  const madeBy = Buffer.from([VERSAO_ZIP64, UNIX]);
  const shared = writeShared(entrada, versao);
  shared.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(ARQUIVO_COMUM * 0x10000, 6);
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10);
  return Buffer.concat([signature(0x02014b50), madeBy, shared, rest, Buffer.from(entrada.nome), extra]);
}

function createDiretorio() {
  const pieces: Buffer[] = [];
  let records: Buffer[] = [];
  let total = 0;
  return {
    add(entrada: ZipEntrada, offset: number): void {
      records.push(writeCentral(entrada, offset));
      total += 1;
      if (records.length < DIRETORIO_PEDACO) return;
      pieces.push(Buffer.concat(records));
      records = [];
    },
    *finish(inicio: number): Generator<Uint8Array> {
      pieces.push(Buffer.concat(records));
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      yield* pieces;
      yield writeEnd({ total, bytes, inicio });
    },
  };
}

type Fim = { total: number; bytes: number; inicio: number };

function writeEnd({ total, bytes, inicio }: Fim): Buffer {
  const end = Buffer.alloc(18);
  const count = Math.min(total, MAX_16);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Math.min(bytes, MAX_32), 8);
  end.writeUInt32LE(Math.min(inicio, MAX_32), 12);
  const plain = Buffer.concat([signature(0x06054b50), end]);
  const isLarge = total >= MAX_16 || bytes >= MAX_32 || inicio >= MAX_32;
  return isLarge ? Buffer.concat([writeEnd64({ total, bytes, inicio }), plain]) : plain;
}

function writeEnd64({ total, bytes, inicio }: Fim): Buffer {
  const record = Buffer.alloc(52);
  record.writeBigUInt64LE(44n, 0);
  record.writeUInt16LE((UNIX << 8) | VERSAO_ZIP64, 8);
  record.writeUInt16LE(VERSAO_ZIP64, 10);
  record.writeBigUInt64LE(BigInt(total), 20);
  record.writeBigUInt64LE(BigInt(total), 28);
  record.writeBigUInt64LE(BigInt(bytes), 36);
  record.writeBigUInt64LE(BigInt(inicio), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(inicio + bytes), 4);
  locator.writeUInt32LE(1, 12);
  return Buffer.concat([signature(0x06064b50), record, signature(0x07064b50), locator]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Clamps to 1980–2107, the years that a ZIP can express. */
function toDos(em: string): { data: number; hora: number } {
  const [ano = 0, mes = 1, dia = 1, hora = 0, minuto = 0, segundo = 0] = em.split(/[-T:]/).map(Number);
  if (ano < 1980) return { data: (1 << 5) | 1, hora: 0 };
  if (ano > 2107) return { data: (127 << 9) | (12 << 5) | 31, hora: 0 };
  return {
    data: ((ano - 1980) << 9) | (mes << 5) | dia,
    hora: (hora << 11) | (minuto << 5) | (segundo >> 1),
  };
}
