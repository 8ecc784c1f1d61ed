import { findColados } from "../documents/pasted.ts";
import { eachTrecho, TRECHOS_MAX, type Trecho } from "../documents/roots.ts";
import { cleanText } from "../mime/header.ts";
import { PARTES_MAX } from "../mime/parser.ts";
import {
  decodeBase64,
  decodeQuoted,
  decodeUu,
  isQuotedPrintable,
  locateQuoted,
  surveyLinhas,
  type Vista,
} from "../mime/transfer-encoding.ts";
import { isPacote } from "../packages/format.ts";
import { type Conhecido, looseOf, rememberEntregue } from "./delivered.ts";
import { type Faixa, findInteiras } from "./whole-parts.ts";

/** How something was written where it was found. */
export type Escrita = "base64" | "quoted-printable" | "texto" | "uuencode";

/** Something of worth that stands in the raw message and in nothing that the parser made of it. */
export type Resgate = { escrita: Escrita; nome: string | null; bytes: Buffer };

/** What the parser delivered of a message. */
export type Entregue = {
  partes: readonly { tipo: string; bytes: Buffer }[];
  texto: string | null;
  html: string | null;
};

/** What the second witness adds: documents pasted into the body, and what the parser lost; `inteiro` is false when there may be more. */
export type Testemunho = { colados: Buffer[]; resgates: Resgate[]; inteiro: boolean };

/** Rescued parts of one message; beyond them somebody plays. */
const RESGATES_MAX = 200;
/** How far before its bytes a name is looked for. */
const NOME_BYTES = 1500;
/** Fewest characters of base64 that hold a document, zipped or not. */
const DOCUMENTO_MIN = 400;

/**
 * Reads the raw bytes without believing a single header, beside what the parser made of them: whatever holds a document or a package
 * and is not among the parts is rescued. No byte of the message is read more often than a fixed number of times, and what is rescued is
 * at most twice as long as the message.
 */
export function hearTestemunha(raw: Buffer, { partes, texto, html }: Entregue): Testemunho {
  const doTexto = texto === null ? [] : findColados(texto, false);
  const daPagina = html === null ? [] : findColados(html, true);
  const colados = unite([...doTexto, ...daPagina]);
  const { faixas, dentro } = findInteiras(raw, partes);
  const conhecido = rememberEntregue([...partes.map(({ bytes }) => bytes), ...dentro], colados);
  const vista = surveyLinhas(raw);
  const inteiro = vista.inteira && doTexto.length < TRECHOS_MAX && daPagina.length < TRECHOS_MAX;
  const exame: Exame = { raw, vista, conhecido, inteiras: faixas, resgates: [], inteiro };
  hearCorridas(exame);
  hearUus(exame);
  hearTrechos(exame);
  return {
    colados: colados.map((each) => conhecido.melhor(each)),
    resgates: exame.resgates,
    inteiro: exame.inteiro,
  };
}

type Exame = {
  raw: Buffer;
  vista: Vista;
  conhecido: Conhecido;
  inteiras: Faixa[];
  resgates: Resgate[];
  inteiro: boolean;
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

function isInteira({ inteiras }: Exame, inicio: number): boolean {
  return inteiras.some((each) => inicio >= each.inicio && inicio < each.fim);
}

function hearCorridas(exame: Exame): void {
  for (const corrida of longest(exame)) {
    if (isInteira(exame, corrida.inicio)) continue;
    offer(exame, { inicio: corrida.inicio, escrita: "base64", bytes: decodeBase64(exame.raw, corrida) });
  }
}

/** A message has no more parts than this; words that look like base64 are short. */
function longest(exame: Exame): Faixa[] {
  const { corridas } = exame.vista;
  if (corridas.length <= PARTES_MAX) return corridas;
  const bySize = [...corridas].sort((a, b) => b.fim - b.inicio - (a.fim - a.inicio));
  const next = bySize[PARTES_MAX];
  if (next !== undefined && next.fim - next.inicio >= DOCUMENTO_MIN) exame.inteiro = false;
  return bySize.slice(0, PARTES_MAX).sort((a, b) => a.inicio - b.inicio);
}

function hearUus(exame: Exame): void {
  const { raw, vista } = exame;
  let livres = raw.length;
  for (const { inicio, nome } of vista.uus) {
    if (isInteira(exame, inicio)) continue;
    const bytes = decodeUu(raw, inicio, livres);
    if (bytes === null || bytes.length === 0) continue;
    if (bytes === "grande") {
      exame.inteiro = false;
      continue;
    }
    livres -= bytes.length;
    offer(exame, { inicio, escrita: "uuencode", bytes, nome });
  }
}

type Oferta = { inicio: number; escrita: Escrita; bytes: Buffer; nome?: string };

/** Takes what is a package, holds a document that nothing else brought, or is announced as an attachment. */
function offer(exame: Exame, oferta: Oferta): void {
  const { conhecido, raw } = exame;
  const { inicio, bytes, nome } = oferta;
  if (conhecido.isParte(bytes)) return;
  if (hasNovo(bytes, conhecido) || isPacote(bytes) || nome !== undefined || isAnunciada(raw, inicio))
    keep(exame, oferta);
}

/** @NOTE asks about every document in them: the asking also mends pasted ones. */
function hasNovo(bytes: Buffer, conhecido: Conhecido): boolean {
  let novos = 0;
  for (const { raiz, fim, completo } of eachTrecho(bytes)) {
    if (!conhecido.has(bytes.subarray(raiz, fim), completo)) novos += 1;
  }
  return novos > 0;
}

function keep(exame: Exame, { inicio, escrita, bytes, nome }: Oferta): void {
  if (exame.resgates.length >= RESGATES_MAX) {
    exame.inteiro = false;
    return;
  }
  exame.conhecido.add(bytes);
  exame.resgates.push({ escrita, nome: cleanText(nome) ?? findNome(exame.raw, inicio), bytes });
}

/** Whether the lines before say that an attachment in base64 begins; text without a name is the body. */
function isAnunciada(raw: Buffer, inicio: number): boolean {
  const header = headerBefore(raw.toString("latin1", Math.max(0, inicio - NOME_BYTES), inicio));
  if (!/^content-transfer-encoding:[ \t]*base64/im.test(header)) return false;
  return !/^content-type:[ \t]*text\//im.test(header) || /name\*?\d*\*?=/i.test(header);
}

/** The header lines that end, with an empty line, where this text ends; walked back from there. */
function headerBefore(before: string): string {
  const lines = before.split("\n");
  if (lines.pop() !== "" || !/^\r?$/.test(lines.pop() ?? "-")) return "";
  let top = lines.length;
  for (let at = lines.length - 1; at >= 0 && /^(?:[\w-]+:|[ \t])/.test(lines[at] ?? ""); at -= 1) {
    if (!/^[ \t]/.test(lines[at] ?? "")) top = at;
  }
  return lines.slice(top).join("\n");
}

/** Documents that stand in the message in clear, or in quoted-printable. */
function hearTrechos(exame: Exame): void {
  const { raw, vista } = exame;
  for (const { inicio, fim } of vista.trechos) {
    const clear = raw.subarray(inicio, fim);
    if (!clear.includes(0x3c)) continue;
    if (!isQuotedPrintable(clear)) {
      for (const trecho of eachTrecho(clear))
        hearTrecho(exame, { inicio: inicio + trecho.raiz, escrita: "texto", bytes: clear, trecho });
      continue;
    }
    const bytes = decodeQuoted(clear);
    const trechos = [...eachTrecho(bytes)];
    const places = locateQuoted(
      clear,
      trechos.map(({ raiz }) => raiz),
    );
    for (const [i, trecho] of trechos.entries()) {
      const at = inicio + (places[i] ?? 0);
      hearTrecho(exame, { inicio: at, escrita: "quoted-printable", bytes, trecho });
    }
  }
}

function hearTrecho(
  exame: Exame,
  { inicio, escrita, bytes, trecho }: Omit<Oferta, "nome"> & { trecho: Trecho },
): void {
  if (isInteira(exame, inicio)) return;
  if (exame.conhecido.has(bytes.subarray(trecho.raiz, trecho.fim), trecho.completo)) return;
  keep(exame, { inicio, escrita, bytes: Buffer.from(bytes.subarray(trecho.inicio, trecho.fim)) });
}

/** The last name that the lines before announce. */
function findNome(raw: Buffer, inicio: number): string | null {
  const before = raw.toString("latin1", Math.max(0, inicio - NOME_BYTES), inicio);
  const match = [...before.matchAll(/(?:file)?name\s*=\s*(?:"([^"\r\n]{1,255})"|([^\s;"]{1,255}))/gi)].at(-1);
  return cleanText(match?.[1] ?? match?.[2]);
}
