import { toParte } from "../mime/part.ts";
import type { LimitesPacote, RecusaPacote } from "./budget.ts";
import { readNomeZip } from "./zip/entry-name.ts";
import type { Entrada } from "./zip/open.ts";

/** A tar as its headers describe it; nothing is copied. */
export type Tar = {
  entradas: Entrada[];
  /** Headers walked over, those of folders and of long names too. */
  cabecalhos: number;
  /** What stands behind the end mark, or behind the header that could not be read. */
  resto: Buffer;
  /** False when no end mark was reached. */
  inteiro: boolean;
};

const BLOCO = 512;
/** Bytes of a long name that are looked at. */
const NOME_MAX_BYTES = 64 * 1024;

/** Where a field lies in a header, from and to.   @source POSIX.1-2017, pax, ustar Interchange Format */
const NOME = [0, 100] as const;
const TAMANHO = [124, 136] as const;
const SOMA = [148, 156] as const;
const TIPO = 156;
const PREFIXO = [345, 500] as const;

const NOME_LONGO_GNU = "L";
const NOME_LONGO_PAX = "x";
/** Folders, volume labels, and what is said of the links or of the whole. */
const SEM_ARQUIVO: ReadonlySet<string> = new Set(["5", "D", "V", "K", "g", NOME_LONGO_GNU, NOME_LONGO_PAX]);
/** Links and devices, behind which no data follow whatever size they claim. */
const SEM_DADOS: ReadonlySet<string> = new Set(["1", "2", "3", "4", "6"]);
const ESPARSO = "S";

/**
 * Walks over the headers of a tar, up to where it ends or breaks off; of a file that is cut, what there is of it is given.
 * @returns null when it has more than `maximo` headers
 * @source POSIX.1-2017, pax; GNU tar, Basic Tar Format
 */
export function readTar(
  bytes: Buffer,
  { maximo, limites }: { maximo: number; limites: LimitesPacote },
): Tar | null {
  const entradas: Entrada[] = [];
  let longo: Buffer | null = null;
  let at = 0;
  let cabecalhos = 0;
  const stop = (inteiro: boolean): Tar => ({ entradas, cabecalhos, resto: bytes.subarray(at), inteiro });
  for (; at < bytes.length; cabecalhos += 1) {
    if (isFim(bytes, at)) return stop(true);
    const cabecalho = readCabecalho(bytes, at);
    if (cabecalho === null) return stop(false);
    if (cabecalhos >= maximo) return null;
    const { tipo, tamanho, nome } = cabecalho;
    const dados = bytes.subarray(at + BLOCO, at + BLOCO + tamanho);
    const entrada = { caminho: String(entradas.length + 1), nome: readNomeZip(longo ?? nome) };
    if (!isSemArquivo(tipo, nome)) entradas.push(toEntrada({ ...entrada, tipo, dados }, limites));
    longo = readLongo(tipo, dados) ?? (SEM_ARQUIVO.has(tipo) ? longo : null);
    at += BLOCO + Math.ceil(tamanho / BLOCO) * BLOCO;
  }
  return stop(false);
}

/** A block of nothing but zeros, of which there should be two. */
function isFim(bytes: Buffer, at: number): boolean {
  return bytes.subarray(at, at + BLOCO).every((byte) => byte === 0);
}

type Cabecalho = { tipo: string; tamanho: number; nome: Buffer };

/** Null when its sum is wrong, or its size is none. */
function readCabecalho(bytes: Buffer, at: number): Cabecalho | null {
  const bloco = bytes.subarray(at, at + BLOCO);
  if (bloco.length < BLOCO || readNumero(bloco.subarray(...SOMA)) !== sumOf(bloco)) return null;
  const tipo = String.fromCharCode(bloco[TIPO] ?? 0);
  const claimed = readNumero(bloco.subarray(...TAMANHO));
  if (claimed === null) return null;
  const [prefixo, curto] = [untilNul(bloco.subarray(...PREFIXO)), untilNul(bloco.subarray(...NOME))];
  const nome = prefixo.length === 0 ? curto : Buffer.concat([prefixo, Buffer.from("/"), curto]);
  return { tipo, tamanho: SEM_DADOS.has(tipo) ? 0 : claimed, nome };
}

/** All bytes of it, its own field as blanks. */
function sumOf(bloco: Buffer): number {
  let sum = 0;
  for (const [i, byte] of bloco.entries()) sum += i >= SOMA[0] && i < SOMA[1] ? 0x20 : byte;
  return sum;
}

/** Octal digits among blanks, or, as GNU writes what is larger than eight gigabytes, in base 256. */
function readNumero(campo: Buffer): number | null {
  if (campo[0] === 0x80 && campo.subarray(1, -6).every((byte) => byte === 0))
    return campo.readUIntBE(campo.length - 6, 6);
  const digits = /^ *([0-7]+)[ \0]*$/.exec(campo.toString("latin1"))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

function untilNul(campo: Buffer): Buffer {
  const end = campo.indexOf(0);
  return end === -1 ? campo : campo.subarray(0, end);
}

/** Old programs mark a folder by its name alone. */
function isSemArquivo(tipo: string, nome: Buffer): boolean {
  return SEM_ARQUIVO.has(tipo) || (!SEM_DADOS.has(tipo) && nome.at(-1) === 0x2f);
}

/** The name that the next header has no room for. */
function readLongo(tipo: string, dados: Buffer): Buffer | null {
  const head = dados.subarray(0, NOME_MAX_BYTES);
  if (tipo === NOME_LONGO_GNU) return untilNul(head);
  if (tipo !== NOME_LONGO_PAX) return null;
  const path = /(?:^|\n)\d{1,5} path=([^\n]*)\n/.exec(head.toString("latin1"))?.[1];
  return path === undefined ? null : Buffer.from(path, "latin1");
}

type Arquivo = { caminho: string; nome: string; tipo: string; dados: Buffer };

function toEntrada({ caminho, nome, tipo, dados }: Arquivo, { arquivoBytes }: LimitesPacote): Entrada {
  const refuse = (motivo: RecusaPacote): Entrada => ({ caminho, nome, motivo });
  if (SEM_DADOS.has(tipo)) return refuse("pacote-link");
  if (tipo === ESPARSO) return refuse("pacote-formato");
  return dados.length > arquivoBytes
    ? refuse("pacote-grande-demais")
    : toParte({ caminho, nome, bytes: dados });
}
