import type { ESTADOS_ARQUIVO, FalhaArquivo } from "@malote/contract";
import { ARQUIVO_EXPIRA_DIAS } from "@malote/contract";
import { diaInZona, formatDataHora } from "@malote/syntax";

/** Type of a requested file; the tasks that make them have the same names. */
export type ArquivoTipo = "exportacao" | "repositorio";
export type ArquivoEstado = (typeof ESTADOS_ARQUIVO)[number];

/** Unfinished files that a conta may have at once. */
export const ABERTOS_MAX: Readonly<Record<ArquivoTipo, number>> = { exportacao: 5, repositorio: 3 };

/** Finished files that a conta may have at once; one more, and the oldest expires early. */
export const GUARDADOS_MAX: Readonly<Record<ArquivoTipo, number>> = { exportacao: 100, repositorio: 20 };

const DAY_MS = 86_400_000;

/** Expiry time of a file that is finished now. */
export function expiraEm(agora: Date): Date {
  return new Date(agora.getTime() + ARQUIVO_EXPIRA_DIAS * DAY_MS);
}

/** State of a file; it may be past its expiry before the cleanup job runs. */
export function estadoOf(
  { estado, expiraEm: fim }: { estado: ArquivoEstado; expiraEm: Date | null },
  agora: Date,
): ArquivoEstado {
  return estado === "concluido" && fim !== null && fim <= agora ? "expirado" : estado;
}

/** File name: content and local time of the request ("notas-recebidas-2026-11-22-1057.csv"). */
export function nameArquivo(
  oQue: string,
  extensao: string,
  { em, zona }: { em: Date; zona: string },
): string {
  const hora = formatDataHora(em, zona).slice(-5).replace(":", "");
  return `${oQue}-${diaInZona(em, zona)}-${hora}.${extensao}`;
}

const SEM_PDF = "sem-pdf:";

/** Stored form of the number of documents without their printed form; null if there are none. */
export function writeSemPdf(quantos: number): string | null {
  return quantos === 0 ? null : `${SEM_PDF}${quantos}`;
}

/** Parses the text of {@link writeSemPdf}; null for any other. */
export function readSemPdf(falha: string): number | null {
  return falha.startsWith(SEM_PDF) ? Number(falha.slice(SEM_PDF.length)) : null;
}

const RETIDOS = "retidos:";

/** Stored form of the number of documents that the antivirus withheld; null if there are none. */
export function writeRetidos(quantos: number): string | null {
  return quantos === 0 ? null : `${RETIDOS}${quantos}`;
}

/** Parses the text of {@link writeRetidos}; null for any other. */
export function readRetidos(falha: string): number | null {
  return falha.startsWith(RETIDOS) ? Number(falha.slice(RETIDOS.length)) : null;
}

/** The file cannot be made, and a retry would fail too; the requester is shown why. */
export class ArquivoImpossivel extends Error {
  readonly falha: FalhaArquivo;

  constructor(falha: FalhaArquivo) {
    super(`the file cannot be made: ${falha}`);
    this.name = "ArquivoImpossivel";
    this.falha = falha;
  }
}
