import type { ESTADOS_ARQUIVO, FalhaArquivo } from "@malote/contract";
import { ARQUIVO_EXPIRA_DIAS } from "@malote/contract";
import { diaInZona, formatDataHora } from "@malote/syntax";

/** What is asked for; the kinds of work that make it have the same names. */
export type ArquivoTipo = "exportacao" | "repositorio";
export type ArquivoEstado = (typeof ESTADOS_ARQUIVO)[number];

/** Files of one conta that may be in the making at once. */
export const ABERTOS_MAX: Readonly<Record<ArquivoTipo, number>> = { exportacao: 5, repositorio: 3 };

/** Finished files of one conta that are kept at once: one more, and the oldest expires before its day. */
export const GUARDADOS_MAX: Readonly<Record<ArquivoTipo, number>> = { exportacao: 100, repositorio: 20 };

const DAY_MS = 86_400_000;

/** Until when a file that is finished now is kept. */
export function expiraEm(agora: Date): Date {
  return new Date(agora.getTime() + ARQUIVO_EXPIRA_DIAS * DAY_MS);
}

/** Where a file stands: its time may be over before the sweeper comes. */
export function estadoOf(
  { estado, expiraEm: fim }: { estado: ArquivoEstado; expiraEm: Date | null },
  agora: Date,
): ArquivoEstado {
  return estado === "concluido" && fim !== null && fim <= agora ? "expirado" : estado;
}

/** The name of a file: what it is and when it was asked for, as people of the conta read it ("notas-recebidas-2026-11-22-1057.csv"). */
export function nameArquivo(
  oQue: string,
  extensao: string,
  { em, zona }: { em: Date; zona: string },
): string {
  const hora = formatDataHora(em, zona).slice(-5).replace(":", "");
  return `${oQue}-${diaInZona(em, zona)}-${hora}.${extensao}`;
}

const SEM_PDF = "sem-pdf:";

/** How a row remembers how many documents of its file are without their paper; null when none is. */
export function writeSemPdf(quantos: number): string | null {
  return quantos === 0 ? null : `${SEM_PDF}${quantos}`;
}

/** What writeSemPdf wrote; null when it was something else. */
export function readSemPdf(falha: string): number | null {
  return falha.startsWith(SEM_PDF) ? Number(falha.slice(SEM_PDF.length)) : null;
}

const RETIDOS = "retidos:";

/** How a row remembers how many documents the antivirus kept out of its file; null when none was. */
export function writeRetidos(quantos: number): string | null {
  return quantos === 0 ? null : `${RETIDOS}${quantos}`;
}

/** What writeRetidos wrote; null when it was something else. */
export function readRetidos(falha: string): number | null {
  return falha.startsWith(RETIDOS) ? Number(falha.slice(RETIDOS.length)) : null;
}

/** A file that cannot be made, and would not be at another try: why is told to who asked for it. */
export class ArquivoImpossivel extends Error {
  readonly falha: FalhaArquivo;

  constructor(falha: FalhaArquivo) {
    super(`the file cannot be made: ${falha}`);
    this.name = "ArquivoImpossivel";
    this.falha = falha;
  }
}
