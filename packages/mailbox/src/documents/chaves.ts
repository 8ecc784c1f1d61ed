import { type ChaveAcesso, isChaveAcesso, MODELOS_CONHECIDOS, splitChaveAcesso } from "@malote/syntax";

const CHAVE_CHARS = 44;
/** Most keys taken from one text; a monthly report has some hundreds. */
const CHAVES_MAX = 200;
/** Longest text examined, in characters. */
const TEXTO_MAX = 1_000_000;
/** A key in one piece, perhaps joined to words as PDF text is. */
const GRUDADA = /(?<![0-9])[0-9]{6}[0-9A-Z]{12}[0-9]{26}(?![0-9])/gi;
/** Separators that people type between groups of a key, at most three in a row. */
const ENTRE = new Set(
  Array.from(" \t\n\v\f\r\u00a0\u2002\u2003\u2009\u202f\u2028\u2029\ufeff.-–/_|", (char) =>
    char.charCodeAt(0),
  ),
);
const ENTRE_MAX = 3;
/** Prefix of a key in an `Id` attribute or a file name. */
const PREFIXO = /^(?:NFCom|NF3e|NFeABI|NFGas|NFAg|NFe|CTe|MDFe|BPe|DCe|ID[0-9]{6}|NF-?e)/i;
/** Models that have an access key. */
const MODELOS: ReadonlySet<string> = new Set(MODELOS_CONHECIDOS);

/**
 * Finds the access keys that a text names, each once: first those in one piece, then those in
 * groups. One check digit in eleven is right by chance, so state, month and model must exist too.
 * @returns 44 characters each, upper case
 */
export function findChaves(texto: string): ChaveAcesso[] {
  const lido = texto.slice(0, TEXTO_MAX);
  const found = new Set<ChaveAcesso>();
  for (const chave of listCandidatas(lido)) {
    if (found.size >= CHAVES_MAX) break;
    if (isPlausible(chave)) found.add(chave);
  }
  return [...found];
}

/**
 * Yields every candidate of key length: first those in one piece, then those that end with a group.
 */
function* listCandidatas(texto: string): Generator<string> {
  for (const [glued] of texto.matchAll(GRUDADA)) yield glued.toUpperCase();
  yield* listAgrupadas(texto);
}

/** Yields every candidate that begins and ends with a group, without its prefix. */
function* listAgrupadas(texto: string): Generator<string> {
  const { junto, comeca } = joinGrupos(texto);
  for (let at = comeca.indexOf(1); at !== -1; at = comeca.indexOf(1, at + 1)) {
    const first = junto[at] ?? 0;
    const isDigit = first <= NOVE;
    const prefixo = isDigit
      ? 0
      : (PREFIXO.exec(junto.toString("latin1", at, at + PREFIXO_MAX))?.[0].length ?? 0);
    const inicio = at + prefixo;
    const fim = inicio + CHAVE_CHARS;
    if (fim > junto.length || (comeca[fim] !== 1 && junto[fim] !== BRANCO && fim < junto.length)) continue;
    if (isPossible(junto, inicio)) yield junto.toString("latin1", inicio, fim).toUpperCase();
  }
}

/**
 * Checks month and model on the bytes: in a text of single digits a key may begin at each of them.
 */
function isPossible(junto: Buffer, inicio: number): boolean {
  const mes = readDois(junto, inicio + 4);
  return mes >= 1 && mes <= 12 && MODELOS.has(String(readDois(junto, inicio + 20)));
}

function readDois(junto: Buffer, at: number): number {
  return ((junto[at] ?? 0) - ZERO) * 10 + (junto[at + 1] ?? 0) - ZERO;
}

/**
 * `junto` joins groups that may form one key and separates the others by a blank. `comeca` is 1
 * where a group begins.
 */
type Grupos = { junto: Buffer; comeca: Uint8Array };

function joinGrupos(texto: string): Grupos {
  const junto = Buffer.alloc(texto.length);
  const comeca = new Uint8Array(texto.length + 1);
  let to = 0;
  let entre = 0;
  for (let at = 0; at < texto.length; at += 1) {
    const code = texto.charCodeAt(at);
    if (ALFANUMERICO[code] === 1) {
      if (entre > ENTRE_MAX && to > 0) junto[to++] = BRANCO;
      if (entre > 0 || at === 0) comeca[to] = 1;
      junto[to++] = code;
      entre = 0;
    } else entre += ENTRE.has(code) ? 1 : ENTRE_MAX + 1;
  }
  return { junto: junto.subarray(0, to), comeca };
}

const BRANCO = 0x20;
const ZERO = 0x30;
const NOVE = 0x39;
const PREFIXO_MAX = 10;
const ALFANUMERICO = new Uint8Array(128);
for (const char of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  ALFANUMERICO[char.charCodeAt(0)] = 1;

function isPlausible(chave: string): boolean {
  if (chave.length !== CHAVE_CHARS || !isChaveAcesso(chave)) return false;
  const { uf, anoMes, modelo } = splitChaveAcesso(chave);
  const mes = Number(anoMes.slice(2));
  return uf !== null && mes >= 1 && mes <= 12 && MODELOS.has(modelo);
}
