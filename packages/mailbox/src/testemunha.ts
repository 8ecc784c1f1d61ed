import { createHash } from "node:crypto";
import { findColados } from "./colado.ts";
import { isPacote, isZipInteiro, sniffFormato } from "./formato.ts";
import { cleanText } from "./mime-header.ts";
import { PARTES_MAX } from "./mime-parser.ts";
import { findTrechos } from "./raizes.ts";
import { decodeQuoted, decodeUu, isQuotedPrintable, surveyLinhas, type Vista } from "./transferencia.ts";

/** How something was written where it was found. */
export type Escrita = "base64" | "quoted-printable" | "texto" | "uuencode";

/** Something of worth that stands in the raw message and in nothing that the parser made of it. */
export type Achado = { escrita: Escrita; nome: string | null; bytes: Buffer };

/** What the parser delivered of a message. */
export type Entregue = {
  partes: readonly { tipo: string; bytes: Buffer }[];
  texto: string | null;
  html: string | null;
};

/** What the second witness adds: documents pasted into the body, and what the parser lost. */
export type Testemunho = { colados: Buffer[]; achados: Achado[] };

/** Findings of one message; beyond them somebody plays. */
const ACHADOS_MAX = 200;
/** How far before its bytes a name is looked for. */
const NOME_BYTES = 1500;
/** Bytes by which parts are first compared. */
const CHAVE_BYTES = 48;
/** How much two decoders may differ at the end of a cut part. */
const SOBRA_BYTES = 4;
/** Forwarded messages looked for in the raw message. */
const INTEIRAS_MAX = 200;
/** Places where each of them may begin. */
const TENTATIVAS_MAX = 20;

/**
 * Reads the raw bytes without believing a single header, beside what the parser made of them: whatever holds a document or a package
 * and is not among the parts is a finding. Linear in the size of the message.
 */
export function hearTestemunha(raw: Buffer, entregue: Entregue): Testemunho {
  const colados = unite([
    ...(entregue.texto === null ? [] : findColados(entregue.texto, false)),
    ...(entregue.html === null ? [] : findColados(entregue.html, true)),
  ]);
  const partes = entregue.partes.map(({ bytes }) => bytes);
  const conhecido = rememberEntregue(partes, colados);
  const exame: Exame = {
    raw,
    vista: surveyLinhas(raw),
    conhecido,
    inteiras: findInteiras(raw, entregue),
    achados: [],
  };
  hearCorridas(exame);
  hearUus(exame);
  hearTrechos(exame);
  return { colados: colados.map((each) => conhecido.melhor(each)), achados: exame.achados };
}

type Exame = {
  raw: Buffer;
  vista: Vista;
  conhecido: Conhecido;
  inteiras: Trecho[];
  achados: Achado[];
};

/** Text and page say the same twice. */
function unite(colados: readonly Buffer[]): Buffer[] {
  const seen = new Map<string, Buffer>();
  for (const each of colados) {
    const key = looseOf(each).replaceAll(/&(?:#?\w+);/g, "");
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

type Conhecido = {
  /** Whether a document is among what was delivered, whatever its charset and line breaks. */
  has(trecho: Buffer, completo: boolean): boolean;
  /** Whether these are the bytes of a part, or those it begins with. */
  isParte(bytes: Buffer): boolean;
  add(bytes: Buffer): void;
  /** A pasted document as its bytes were sent, where the text lost some of its letters. */
  melhor(colado: Buffer): Buffer;
};

const PERDIDO = Buffer.from("\ufffd");

function rememberEntregue(partes: readonly Buffer[], colados: readonly Buffer[]): Conhecido {
  const soltos = new Set<string>();
  const inteiras = new Set<string>();
  const porInicio = new Map<string, Buffer[]>();
  const perdidos = new Map<string, Buffer | null>();
  const remember = (bytes: Buffer): void => {
    inteiras.add(digestOf(bytes));
    const key = bytes.toString("latin1", 0, CHAVE_BYTES);
    const alike = porInicio.get(key) ?? [];
    porInicio.set(key, alike);
    if (alike.length < TENTATIVAS_MAX) alike.push(bytes);
    for (const { raiz, fim } of findTrechos(bytes)) soltos.add(looseOf(bytes.subarray(raiz, fim)));
  };
  for (const parte of partes) remember(parte);
  for (const colado of colados) {
    const key = looseOf(colado);
    soltos.add(key);
    if (colado.includes(PERDIDO)) perdidos.set(key, null);
  }
  return {
    has: (trecho, completo) => {
      const key = looseOf(trecho);
      if (perdidos.get(key) === null && completo) perdidos.set(key, trecho);
      if (soltos.has(key)) return true;
      return !completo && [...soltos].some((each) => each.startsWith(key));
    },
    isParte: (bytes) => {
      if (inteiras.has(digestOf(bytes))) return true;
      const key = bytes.toString("latin1", 0, CHAVE_BYTES);
      return (porInicio.get(key) ?? []).some((parte) => isStartOf(bytes, parte));
    },
    add: remember,
    melhor: (colado) => perdidos.get(looseOf(colado)) ?? colado,
  };
}

function digestOf(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("base64");
}

/** A ZIP that ends within the part is whole, and the part is it and something else. */
function isStartOf(bytes: Buffer, parte: Buffer): boolean {
  const length = bytes.length - SOBRA_BYTES;
  if (parte.length < length || !parte.subarray(0, length).equals(bytes.subarray(0, length))) return false;
  return parte.length - bytes.length <= SOBRA_BYTES || !isZipInteiro(bytes);
}

/** What stays of a document through every charset, transfer encoding and folding: its ASCII without blanks. */
function looseOf(trecho: Buffer): string {
  return trecho.toString("latin1").replace(/[^\x21-\x7e]+/g, "");
}

type Trecho = { inicio: number; fim: number };

/** Where forwarded messages stand, and XMLs with compressed ones in their lines: what is in them is found when they are opened. */
function findInteiras(raw: Buffer, { partes }: Entregue): Trecho[] {
  const inteiras: Trecho[] = [];
  for (const { bytes, tipo } of partes) {
    if (inteiras.length >= INTEIRAS_MAX) break;
    const isMensagem = sniffFormato(bytes, { nome: null, tipo }) === "mensagem";
    if (!isMensagem && !bytes.includes(GZIP_EM_LINHA)) continue;
    const own = isMensagem ? bytes : bytes.subarray(0, findTrechos(bytes)[0]?.fim ?? 0);
    const inicio = findInteira(raw, own);
    if (inicio !== -1) inteiras.push({ inicio, fim: inicio + own.length });
  }
  return inteiras;
}

/** The first bytes of every gzip, in base64, in a line of their own. */
const GZIP_EM_LINHA = "\nH4sI";

function findInteira(raw: Buffer, parte: Buffer): number {
  if (parte.length === 0) return -1;
  const start = parte.subarray(0, 256);
  let at = raw.indexOf(start);
  for (let n = 0; at !== -1 && n < TENTATIVAS_MAX; n += 1) {
    if (raw.subarray(at, at + parte.length).equals(parte)) return at;
    at = raw.indexOf(start, at + 1);
  }
  return -1;
}

function isInteira({ inteiras }: Exame, inicio: number): boolean {
  return inteiras.some((each) => inicio >= each.inicio && inicio < each.fim);
}

function hearCorridas(exame: Exame): void {
  for (const { inicio, fim } of longest(exame.vista.corridas)) {
    if (isInteira(exame, inicio)) continue;
    offer(exame, {
      inicio,
      escrita: "base64",
      bytes: Buffer.from(exame.raw.toString("latin1", inicio, fim), "base64"),
    });
  }
}

/** A message has no more parts than this; words that look like base64 are short. */
function longest(corridas: Vista["corridas"]): Vista["corridas"] {
  if (corridas.length <= PARTES_MAX) return corridas;
  const bySize = [...corridas].sort((a, b) => b.fim - b.inicio - (a.fim - a.inicio));
  return bySize.slice(0, PARTES_MAX).sort((a, b) => a.inicio - b.inicio);
}

function hearUus(exame: Exame): void {
  for (const { inicio, nome } of exame.vista.uus) {
    if (isInteira(exame, inicio)) continue;
    const bytes = decodeUu(exame.raw, inicio);
    if (bytes === null) return;
    offer(exame, { inicio, escrita: "uuencode", bytes, nome });
  }
}

type Oferta = { inicio: number; escrita: Escrita; bytes: Buffer; nome?: string };

/** Takes what is a package, holds a document that nothing else brought, or is announced as an attachment. */
function offer(exame: Exame, { inicio, escrita, bytes, nome }: Oferta): void {
  const { conhecido, achados, raw } = exame;
  if (achados.length >= ACHADOS_MAX || conhecido.isParte(bytes)) return;
  const novos = findTrechos(bytes).filter(
    ({ raiz, fim, completo }) => !conhecido.has(bytes.subarray(raiz, fim), completo),
  );
  if (novos.length === 0 && !isPacote(bytes) && nome === undefined && !isAnunciada(raw, inicio)) return;
  conhecido.add(bytes);
  achados.push({ escrita, nome: cleanText(nome) ?? findNome(raw, inicio), bytes });
}

/** Whether the lines before say that an attachment in base64 begins; text without a name is the body. */
function isAnunciada(raw: Buffer, inicio: number): boolean {
  const before = raw.toString("latin1", Math.max(0, inicio - NOME_BYTES), inicio);
  const header = /(?:^|\n)\r?\n?((?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+)\r?\n$/.exec(before)?.[1] ?? "";
  if (!/^content-transfer-encoding:[ \t]*base64/im.test(header)) return false;
  return !/^content-type:[ \t]*text\//im.test(header) || /name\*?\d*\*?=/i.test(header);
}

/** Documents that stand in the message in clear, or in quoted-printable. */
function hearTrechos(exame: Exame): void {
  const { raw, vista } = exame;
  for (const { inicio, fim } of vista.trechos) {
    const clear = raw.subarray(inicio, fim);
    if (!clear.includes(0x3c)) continue;
    const isQuoted = isQuotedPrintable(clear);
    const bytes = isQuoted ? decodeQuoted(clear) : clear;
    for (const trecho of findTrechos(bytes)) {
      const at =
        inicio + (isQuoted ? clear.indexOf(bytes.subarray(trecho.raiz, trecho.raiz + 5)) : trecho.raiz);
      if (isInteira(exame, at)) continue;
      hearTrecho(exame, { inicio: at, escrita: isQuoted ? "quoted-printable" : "texto", bytes, trecho });
    }
  }
}

function hearTrecho(
  exame: Exame,
  {
    inicio,
    escrita,
    bytes,
    trecho,
  }: Omit<Oferta, "nome"> & { trecho: ReturnType<typeof findTrechos>[number] },
): void {
  const { conhecido, achados, raw } = exame;
  if (achados.length >= ACHADOS_MAX) return;
  if (conhecido.has(bytes.subarray(trecho.raiz, trecho.fim), trecho.completo)) return;
  const found = Buffer.from(bytes.subarray(trecho.inicio, trecho.fim));
  conhecido.add(found);
  achados.push({ escrita, nome: findNome(raw, inicio), bytes: found });
}

/** The last name that the lines before announce. */
function findNome(raw: Buffer, inicio: number): string | null {
  const before = raw.toString("latin1", Math.max(0, inicio - NOME_BYTES), inicio);
  const match = [...before.matchAll(/(?:file)?name\s*=\s*(?:"([^"\r\n]{1,255})"|([^\s;"]{1,255}))/gi)].at(-1);
  return cleanText(match?.[1] ?? match?.[2]);
}
