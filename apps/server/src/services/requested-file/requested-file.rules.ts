import { FILE_EXPIRY_DAYS, type FileFailure } from "@malote/contract";
import { DAY_MS, dayInZone, formatDateTime } from "@malote/syntax";
import type { Row } from "../../db/index.ts";

export type RequestedFileType = Row<"arquivoPedido">["tipo"];
export type RequestedFileState = Row<"arquivoPedido">["estado"];

/** Unfinished files that a conta may have at once. */
export const OPEN_MAX: Readonly<Record<RequestedFileType, number>> = { exportacao: 5, repositorio: 3 };

/** Finished files that a conta may have at once; one more, and the oldest expires early. */
export const KEPT_MAX: Readonly<Record<RequestedFileType, number>> = { exportacao: 100, repositorio: 20 };

/** Expiry time of a file that is finished now. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + FILE_EXPIRY_DAYS * DAY_MS);
}

/** State of a file; it may be past its expiry before the cleanup job runs. */
export function stateOf(
  { estado, expiraEm: expiry }: { estado: RequestedFileState; expiraEm: Date | null },
  now: Date,
): RequestedFileState {
  return estado === "concluido" && expiry !== null && expiry <= now ? "expirado" : estado;
}

/** File name: content and local time of the request ("notas-recebidas-2026-11-22-1057.csv"). */
export function nameFile(
  content: string,
  extension: string,
  { requestedAt, zona }: { requestedAt: Date; zona: string },
): string {
  const time = formatDateTime(requestedAt, zona).slice(-5).replace(":", "");
  return `${content}-${dayInZone(requestedAt, zona)}-${time}.${extension}`;
}

const WITHOUT_PDF = "sem-pdf:";

/** Stored form of the number of documents without their printed form; null if there are none. */
export function writeWithoutPdf(count: number): string | null {
  return count === 0 ? null : `${WITHOUT_PDF}${count}`;
}

/** Parses the text of {@link writeWithoutPdf}; null for any other. */
export function readWithoutPdf(falha: string): number | null {
  return falha.startsWith(WITHOUT_PDF) ? Number(falha.slice(WITHOUT_PDF.length)) : null;
}

const WITHHELD = "retidos:";

/** Stored form of the number of documents that the antivirus withheld; null if there are none. */
export function writeWithheld(count: number): string | null {
  return count === 0 ? null : `${WITHHELD}${count}`;
}

/** Parses the text of {@link writeWithheld}; null for any other. */
export function readWithheld(falha: string): number | null {
  return falha.startsWith(WITHHELD) ? Number(falha.slice(WITHHELD.length)) : null;
}

/** The file cannot be made, and a retry would fail too; the requester is shown why. */
export class ImpossibleFile extends Error {
  readonly falha: FileFailure;

  constructor(falha: FileFailure) {
    super(`the file cannot be made: ${falha}`);
    this.name = "ArquivoImpossivel";
    this.falha = falha;
  }
}
