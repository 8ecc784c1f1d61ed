import { FALHA_ARQUIVO, type FalhaArquivo, type Motivo } from "@malote/contract";

/** Outcomes of the files in an import. */
export type Contas = {
  documentos: number;
  eventos: number;
  duplicados: number;
  outros: number;
  erros: number;
};

/** The number of files with an outcome. */
export function countLidos({ documentos, eventos, duplicados, outros, erros }: Contas): number {
  return documentos + eventos + duplicados + outros + erros;
}

/** Open imports (arriving, waiting, being read) of a conta; further files are refused. */
export const ABERTAS_MAX = 20;

/**
 * ANDAMENTO_MS: minimum interval of progress writes, in ms. ANDAMENTO_PARTES: such a write may take at
 * most 1/20 of the time.
 */
const ANDAMENTO_MS = 1_000;
const ANDAMENTO_PARTES = 20;

/**
 * When to store the progress again: the count takes longer as more is read, so it runs less often.
 * All in ms of one clock.
 */
export function planAndamento({ de, ate }: { de: number; ate: number }): number {
  return ate + Math.max(ANDAMENTO_MS, ANDAMENTO_PARTES * (ate - de));
}

/** The format of an imported file. */
export type FormatoEnviado = "xml" | "zip";

/** The first bytes that decide the format. */
export const INICIO_BYTES = 1_024;

const ZIP_INICIOS = ["PK\x03\x04", "PK\x05\x06"];

/**
 * Detects the format by the first bytes, regardless of the name; null for neither XML nor ZIP.
 * Excludes HTML, which also begins like XML.
 */
export function sniffEnviado(inicio: Buffer): FormatoEnviado | null {
  if (ZIP_INICIOS.includes(inicio.toString("latin1", 0, 4))) return "zip";
  const text = decodeInicio(inicio).replace(/^\ufeff?\s*/, "");
  if (!/^<[?!A-Za-z_]/.test(text)) return null;
  return /^<(?:!doctype\s+html|html)\b/i.test(text) ? null : "xml";
}

function decodeInicio(inicio: Buffer): string {
  if (inicio[0] === 0xff && inicio[1] === 0xfe) return inicio.toString("utf16le");
  if (inicio[0] === 0xfe && inicio[1] === 0xff) {
    return Buffer.from(inicio.subarray(0, inicio.length & ~1))
      .swap16()
      .toString("utf16le");
  }
  return inicio.toString("utf8");
}

const NOME_MAX = 255;

/** The name to show for a file: without path and control characters. It is never used as a path. */
export function nameEnviado(nome: string | null, formato: FormatoEnviado): string {
  const last = (nome ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = Buffer.from(last)
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return [...clean].slice(0, NOME_MAX).join("") || `arquivo.${formato}`;
}

/**
 * The error of an import that failed as a whole, by its failure; its parts have reasons of their own.
 */
const MOTIVO_DO_ARQUIVO: Partial<Record<FalhaArquivo, Motivo>> = {
  "nao-abre": "pacote-invalido",
  "grande-demais": "pacote-grande-demais",
  "com-senha": "pacote-protegido",
  danificado: "pacote-incompleto",
  suspeito: "pacote-taxa-suspeita",
  "caro-demais": "caro-demais",
  sumiu: "arquivo-perdido",
};

/** The recorded reason of an import that failed as a whole. */
export function motivoOf(falha: FalhaArquivo): Motivo {
  return MOTIVO_DO_ARQUIVO[falha] ?? "leitura-falhou";
}

/** The sentence for a failure; a key of another version gives a general error. */
export function writeFalha(falha: string | null): string | null {
  if (falha === null) return null;
  return Object.hasOwn(FALHA_ARQUIVO, falha)
    ? FALHA_ARQUIVO[falha as keyof typeof FALHA_ARQUIVO]
    : FALHA_ARQUIVO.interno;
}
