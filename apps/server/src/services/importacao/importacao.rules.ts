import { FALHA_ARQUIVO, type FalhaArquivo, type Motivo } from "@malote/contract";

/** What became of the files in one that was sent. */
export type Contas = {
  documentos: number;
  eventos: number;
  duplicados: number;
  outros: number;
  erros: number;
};

/** How many files have their fate. */
export function countLidos({ documentos, eventos, duplicados, outros, erros }: Contas): number {
  return documentos + eventos + duplicados + outros + erros;
}

/** So many files of one conta may come, wait and be read at once: the next one waits with who has it. */
export const ABERTAS_MAX = 20;

/** How often it is written down how far a file is, in ms; and that this may take one part in so many of the time. */
const ANDAMENTO_MS = 1_000;
const ANDAMENTO_PARTES = 20;

/** When it is written down again how far a file is: what takes longer the more is read comes the rarer. All in ms of one clock. */
export function planAndamento({ de, ate }: { de: number; ate: number }): number {
  return ate + Math.max(ANDAMENTO_MS, ANDAMENTO_PARTES * (ate - de));
}

/** What a file is by its first bytes. */
export type FormatoEnviado = "xml" | "zip";

/** How many of its first bytes tell what a file is. */
export const INICIO_BYTES = 1_024;

const ZIP_INICIOS = ["PK\x03\x04", "PK\x05\x06"];

/**
 * What a file is by its first bytes, whatever it is called; null when it is neither XML nor ZIP. A page of HTML begins as an XML does.
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

/** What a file is called where it is shown: no path, no control characters; a name never leads anywhere. */
export function nameEnviado(nome: string | null, formato: FormatoEnviado): string {
  const last = (nome ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = Buffer.from(last)
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return [...clean].slice(0, NOME_MAX).join("") || `arquivo.${formato}`;
}

/**
 * Why a whole file is an error of its import, by how it ended; what is found in it has reasons of
 * its own.
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

/** The reason that stands in the ledger for a file which failed as a whole. */
export function motivoOf(falha: FalhaArquivo): Motivo {
  return MOTIVO_DO_ARQUIVO[falha] ?? "leitura-falhou";
}

/** The sentence of how a file ended; a key of another version says that something went wrong. */
export function writeFalha(falha: string | null): string | null {
  if (falha === null) return null;
  return Object.hasOwn(FALHA_ARQUIVO, falha)
    ? FALHA_ARQUIVO[falha as keyof typeof FALHA_ARQUIVO]
    : FALHA_ARQUIVO.interno;
}
