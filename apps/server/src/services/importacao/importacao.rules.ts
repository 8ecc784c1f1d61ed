import { FILE_FAILURES, type FileFailure, type Reason } from "@malote/contract";

/** Outcomes of the files in an import. */
export type ImportacaoCounts = {
  documentos: number;
  eventos: number;
  duplicados: number;
  outros: number;
  erros: number;
};

/** The number of files with an outcome. */
export function countRead({ documentos, eventos, duplicados, outros, erros }: ImportacaoCounts): number {
  return documentos + eventos + duplicados + outros + erros;
}

/** Open imports (arriving, waiting, being read) of a conta; further files are refused. */
export const OPEN_MAX = 20;

/**
 * PROGRESS_MS: minimum interval of progress writes, in ms. PROGRESS_SHARE: such a write may take at
 * most 1/20 of the time.
 */
const PROGRESS_MS = 1_000;
const PROGRESS_SHARE = 20;

/**
 * When to store the progress again: the count takes longer as more is read, so it runs less often.
 * All in ms of one clock.
 */
export function planProgress({ from, until }: { from: number; until: number }): number {
  return until + Math.max(PROGRESS_MS, PROGRESS_SHARE * (until - from));
}

/** The format of an imported file. */
export type UploadFormat = "xml" | "zip";

/** The first bytes that decide the format. */
export const HEAD_BYTES = 1_024;

const ZIP_SIGNATURES = ["PK\x03\x04", "PK\x05\x06"];

/**
 * Detects the format by the first bytes, regardless of the name; null for neither XML nor ZIP.
 * Excludes HTML, which also begins like XML.
 */
export function sniffUpload(head: Buffer): UploadFormat | null {
  if (ZIP_SIGNATURES.includes(head.toString("latin1", 0, 4))) return "zip";
  const text = decodeHead(head).replace(/^\ufeff?\s*/, "");
  if (!/^<[?!A-Za-z_]/.test(text)) return null;
  return /^<(?:!doctype\s+html|html)\b/i.test(text) ? null : "xml";
}

function decodeHead(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString("utf16le");
  if (head[0] === 0xfe && head[1] === 0xff) {
    return Buffer.from(head.subarray(0, head.length & ~1))
      .swap16()
      .toString("utf16le");
  }
  return head.toString("utf8");
}

const NAME_MAX = 255;

/** The name to show for a file: without path and control characters. It is never used as a path. */
export function nameUpload(name: string | null, format: UploadFormat): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = Buffer.from(last)
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return [...clean].slice(0, NAME_MAX).join("") || `arquivo.${format}`;
}

/**
 * The error of an import that failed as a whole, by its failure; its parts have reasons of their own.
 */
const FILE_REASONS: Partial<Record<FileFailure, Reason>> = {
  "nao-abre": "pacote-invalido",
  "grande-demais": "pacote-grande-demais",
  "com-senha": "pacote-protegido",
  danificado: "pacote-incompleto",
  suspeito: "pacote-taxa-suspeita",
  "caro-demais": "caro-demais",
  sumiu: "arquivo-perdido",
};

/** The recorded reason of an import that failed as a whole. */
export function reasonOf(falha: FileFailure): Reason {
  return FILE_REASONS[falha] ?? "leitura-falhou";
}

/** The sentence for a failure; a key of another version gives a general error. */
export function writeFailure(falha: string | null): string | null {
  if (falha === null) return null;
  return Object.hasOwn(FILE_FAILURES, falha)
    ? FILE_FAILURES[falha as keyof typeof FILE_FAILURES]
    : FILE_FAILURES.interno;
}
