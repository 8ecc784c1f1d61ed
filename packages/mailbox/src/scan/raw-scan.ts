import { findPasted } from "../documents/pasted.ts";
import { DOCUMENTS_MAX, type DocumentSpan, eachDocument } from "../documents/roots.ts";
import { cleanText } from "../mime/header.ts";
import { PARTS_MAX } from "../mime/parser.ts";
import {
  decodeBase64,
  decodeQuoted,
  decodeUu,
  isQuotedPrintable,
  type LineSurvey,
  locateQuoted,
  surveyLines,
} from "../mime/transfer-encoding.ts";
import { isContainer } from "../packages/format.ts";
import { type DeliveredIndex, indexDelivered, looseOf } from "./delivered.ts";
import { type ByteRange, findWholeParts } from "./whole-parts.ts";

/** Encoding of a fragment in the raw message. */
export type RawEncoding = "base64" | "quoted-printable" | "texto" | "uuencode";

/** A document or archive in the raw message that the parser did not deliver. */
export type RecoveredPart = { escrita: RawEncoding; nome: string | null; bytes: Buffer };

/** What the parser delivered of a message. */
export type Delivered = {
  partes: readonly { tipo: string; bytes: Buffer }[];
  texto: string | null;
  html: string | null;
};

/**
 * Result of the raw scan: documents pasted into the body, and what the parser lost. `inteiro` is
 * false when more may exist.
 */
export type ScanResult = { colados: Buffer[]; recovered: RecoveredPart[]; inteiro: boolean };

/** Most recovered parts of one message; more of them indicate abuse. */
const RECOVERED_MAX = 200;
/** Bytes before a fragment in which its name is searched. */
const NAME_BYTES = 1500;
/** Fewest base64 characters that hold a document, compressed or not. */
const DOCUMENT_MIN = 400;

/**
 * Scans the raw bytes without trusting headers, and recovers documents and archives that the parser did not
 * deliver. Reads each byte a bounded number of times; the output is at most twice the message.
 */
export function scanRawMessage(raw: Buffer, { partes, texto, html }: Delivered): ScanResult {
  const fromText = texto === null ? [] : findPasted(texto, false);
  const fromPage = html === null ? [] : findPasted(html, true);
  const pasted = removeDuplicates([...fromText, ...fromPage]);
  const { ranges, dentro } = findWholeParts(raw, partes);
  const delivered = indexDelivered([...partes.map(({ bytes }) => bytes), ...dentro], pasted);
  const survey = surveyLines(raw);
  const inteiro = survey.inteira && fromText.length < DOCUMENTS_MAX && fromPage.length < DOCUMENTS_MAX;
  const scan: Scan = { raw, survey, delivered, wholeParts: ranges, recovered: [], inteiro };
  scanBase64Runs(scan);
  scanUuencode(scan);
  scanDocuments(scan);
  return {
    colados: pasted.map((each) => delivered.complete(each)),
    recovered: scan.recovered,
    inteiro: scan.inteiro,
  };
}

type Scan = {
  raw: Buffer;
  survey: LineSurvey;
  delivered: DeliveredIndex;
  wholeParts: ByteRange[];
  recovered: RecoveredPart[];
  inteiro: boolean;
};

/** Removes duplicates between text and HTML body. */
function removeDuplicates(pasted: readonly Buffer[]): Buffer[] {
  const seen = new Map<string, Buffer>();
  for (const each of pasted) {
    const key = looseOf(each).replaceAll(/&(?:#?\w+);/g, "");
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

function isInWholePart({ wholeParts }: Scan, inicio: number): boolean {
  return wholeParts.some((each) => inicio >= each.inicio && inicio < each.fim);
}

function scanBase64Runs(scan: Scan): void {
  for (const run of longest(scan)) {
    if (isInWholePart(scan, run.inicio)) continue;
    offer(scan, { inicio: run.inicio, escrita: "base64", bytes: decodeBase64(scan.raw, run) });
  }
}

/**
 * Keeps the longest runs, as many as a message may have parts; ordinary words that look like base64
 * are short.
 */
function longest(scan: Scan): ByteRange[] {
  const { runs } = scan.survey;
  if (runs.length <= PARTS_MAX) return runs;
  const bySize = [...runs].sort((a, b) => b.fim - b.inicio - (a.fim - a.inicio));
  const next = bySize[PARTS_MAX];
  if (next !== undefined && next.fim - next.inicio >= DOCUMENT_MIN) scan.inteiro = false;
  return bySize.slice(0, PARTS_MAX).sort((a, b) => a.inicio - b.inicio);
}

function scanUuencode(scan: Scan): void {
  const { raw, survey } = scan;
  let left = raw.length;
  for (const { inicio, nome } of survey.uuBodies) {
    if (isInWholePart(scan, inicio)) continue;
    const bytes = decodeUu(raw, inicio, left);
    if (bytes === null || bytes.length === 0) continue;
    if (bytes === "grande") {
      scan.inteiro = false;
      continue;
    }
    left -= bytes.length;
    offer(scan, { inicio, escrita: "uuencode", bytes, nome });
  }
}

type Candidate = { inicio: number; escrita: RawEncoding; bytes: Buffer; nome?: string };

/** Keeps an archive, an undelivered document, or a declared attachment. */
function offer(scan: Scan, candidate: Candidate): void {
  const { delivered, raw } = scan;
  const { inicio, bytes, nome } = candidate;
  if (delivered.isPart(bytes)) return;
  if (
    hasNewDocument(bytes, delivered) ||
    isContainer(bytes) ||
    nome !== undefined ||
    isDeclaredAttachment(raw, inicio)
  )
    keep(scan, candidate);
}

/** @NOTE checks every document: each check may also complete a pasted one. */
function hasNewDocument(bytes: Buffer, delivered: DeliveredIndex): boolean {
  let novos = 0;
  for (const { root, fim, completo } of eachDocument(bytes)) {
    if (!delivered.has(bytes.subarray(root, fim), completo)) novos += 1;
  }
  return novos > 0;
}

function keep(scan: Scan, { inicio, escrita, bytes, nome }: Candidate): void {
  if (scan.recovered.length >= RECOVERED_MAX) {
    scan.inteiro = false;
    return;
  }
  scan.delivered.add(bytes);
  scan.recovered.push({ escrita, nome: cleanText(nome) ?? findName(scan.raw, inicio), bytes });
}

/** Whether the preceding header declares a base64 attachment; unnamed text is the body. */
function isDeclaredAttachment(raw: Buffer, inicio: number): boolean {
  const header = headerBefore(raw.toString("latin1", Math.max(0, inicio - NAME_BYTES), inicio));
  if (!/^content-transfer-encoding:[ \t]*base64/im.test(header)) return false;
  return !/^content-type:[ \t]*text\//im.test(header) || /name\*?\d*\*?=/i.test(header);
}

/** The header that ends, with an empty line, at the end of this text; searched backwards. */
function headerBefore(before: string): string {
  const lines = before.split("\n");
  if (lines.pop() !== "" || !/^\r?$/.test(lines.pop() ?? "-")) return "";
  let top = lines.length;
  for (let at = lines.length - 1; at >= 0 && /^(?:[\w-]+:|[ \t])/.test(lines[at] ?? ""); at -= 1) {
    if (!/^[ \t]/.test(lines[at] ?? "")) top = at;
  }
  return lines.slice(top).join("\n");
}

/** Scans for documents in clear text or quoted-printable. */
function scanDocuments(scan: Scan): void {
  const { raw, survey } = scan;
  for (const { inicio, fim } of survey.spans) {
    const clear = raw.subarray(inicio, fim);
    if (!clear.includes(0x3c)) continue;
    if (!isQuotedPrintable(clear)) {
      for (const span of eachDocument(clear))
        scanDocument(scan, { inicio: inicio + span.root, escrita: "texto", bytes: clear, span });
      continue;
    }
    const bytes = decodeQuoted(clear);
    const spans = [...eachDocument(bytes)];
    const places = locateQuoted(
      clear,
      spans.map(({ root }) => root),
    );
    for (const [i, span] of spans.entries()) {
      const at = inicio + (places[i] ?? 0);
      scanDocument(scan, { inicio: at, escrita: "quoted-printable", bytes, span });
    }
  }
}

function scanDocument(
  scan: Scan,
  { inicio, escrita, bytes, span }: Omit<Candidate, "nome"> & { span: DocumentSpan },
): void {
  if (isInWholePart(scan, inicio)) return;
  if (scan.delivered.has(bytes.subarray(span.root, span.fim), span.completo)) return;
  keep(scan, { inicio, escrita, bytes: Buffer.from(bytes.subarray(span.inicio, span.fim)) });
}

/** The last file name in the preceding lines. */
function findName(raw: Buffer, inicio: number): string | null {
  const before = raw.toString("latin1", Math.max(0, inicio - NAME_BYTES), inicio);
  const match = [...before.matchAll(/(?:file)?name\s*=\s*(?:"([^"\r\n]{1,255})"|([^\s;"]{1,255}))/gi)].at(-1);
  return cleanText(match?.[1] ?? match?.[2]);
}
