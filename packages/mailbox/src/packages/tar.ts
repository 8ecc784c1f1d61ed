import { toParte } from "../mime/part.ts";
import type { LimitesPacote, RecusaPacote } from "./budget.ts";
import { readNomeZip } from "./zip/entry-name.ts";
import type { Entrada } from "./zip/open.ts";

/** A tar as its headers describe it, without copies. */
export type Tar = {
  entradas: Entrada[];
  /** Number of headers read, including those of folders and long names. */
  cabecalhos: number;
  /** Bytes after the end mark, or from an unreadable header on. */
  resto: Buffer;
  /** False when there is no end mark. */
  inteiro: boolean;
};

const BLOCO = 512;
/** Most bytes of a long name that are read. */
const NOME_MAX_BYTES = 64 * 1024;

/** Start and end of each header field.   @source POSIX.1-2017, pax, ustar Interchange Format */
const NOME = [0, 100] as const;
const TAMANHO = [124, 136] as const;
const SOMA = [148, 156] as const;
const TIPO = 156;
const PREFIXO = [345, 500] as const;

const NOME_LONGO_GNU = "L";
const NOME_LONGO_PAX = "x";
/** Folders, volume labels, long link names and global headers. */
const SEM_ARQUIVO: ReadonlySet<string> = new Set(["5", "D", "V", "K", "g", NOME_LONGO_GNU, NOME_LONGO_PAX]);
/** Links and devices, which have no data whatever size they claim. */
const SEM_DADOS: ReadonlySet<string> = new Set(["1", "2", "3", "4", "6"]);
const ESPARSO = "S";

/**
 * Reads the headers of a tar up to its end or the first damage; a truncated file is returned as far
 * as it goes.
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

/** Whether a block of zeros starts here; a tar should end with two. */
function isFim(bytes: Buffer, at: number): boolean {
  return bytes.subarray(at, at + BLOCO).every((byte) => byte === 0);
}

type Cabecalho = { tipo: string; tamanho: number; nome: Buffer };

/** Reads a header; null when its checksum or size is invalid. */
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

/** Sum of all bytes, with the checksum field as blanks. */
function sumOf(bloco: Buffer): number {
  let sum = 0;
  for (const [i, byte] of bloco.entries()) sum += i >= SOMA[0] && i < SOMA[1] ? 0x20 : byte;
  return sum;
}

/** Octal digits with padding, or base 256, which GNU tar uses above 8 GB. */
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

/** Old programs mark a folder only by a trailing slash. */
function isSemArquivo(tipo: string, nome: Buffer): boolean {
  return SEM_ARQUIVO.has(tipo) || (!SEM_DADOS.has(tipo) && nome.at(-1) === 0x2f);
}

/** The long name of the next entry. */
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
