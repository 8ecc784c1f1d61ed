import type { FileFailure } from "@malote/contract";
import { IMPORTACAO_MAX_BYTES } from "@malote/contract";
import {
  type ArchiveRefusal,
  type Budget,
  type OpenedPart,
  type TemporaryVolume,
  toPart,
  unpackPart,
  unpackVolume,
  type Volume,
} from "@malote/mailbox";
import { HEAD_BYTES, sniffUpload } from "../../services/importacao/importacao.rules.ts";

const MIB = 1_048_576;

/**
 * Limits of one imported file. A ZIP of the largest size holds some 350 000 of the smallest XMLs
 * and inflates tenfold. A nested package is about as large as it came, so two levels need twice its
 * size. Limits of a single file, of ratios and of depth are those of an e-mail.
 */
export const IMPORT_LIMITS = {
  comprimidoBytes: IMPORTACAO_MAX_BYTES,
  infladoBytes: 10_240 * MIB,
  apartadoBytes: 2 * IMPORTACAO_MAX_BYTES,
  entradas: 400_000,
};

/** The source. depois: position of the last part already read; budget: the limits. */
export type Upload = {
  budget: Budget;
  volume: Volume;
  name: string;
  after: readonly number[];
  setAside(pieces: AsyncIterable<Uint8Array>): Promise<TemporaryVolume>;
};

/** An open file. total: parts known so far; failure: what to report at the end. */
export type OpenedUpload = {
  total: number;
  failure: FileFailure | null;
  parts: AsyncIterable<OpenedPart>;
};

/** Opens an uploaded file by its content, or returns why it cannot be opened. */
export async function openUpload(upload: Upload): Promise<OpenedUpload | FileFailure> {
  const { volume, budget: readingBudget } = upload;
  const format = sniffUpload(await volume.read(0, HEAD_BYTES));
  if (format === null) return "nao-abre";
  if (format === "zip") {
    const { after: depois, setAside } = upload;
    const opened = await unpackVolume(volume, { budget: readingBudget, setAside, depois });
    if (typeof opened === "string") return FAILURES[opened] ?? "nao-abre";
    const { dentro, broken, partes } = opened;
    return { total: dentro, failure: broken === null ? null : "danificado", parts: partes };
  }
  if (volume.tamanho > readingBudget.limites.arquivoBytes) return "grande-demais";
  const bytes = await volume.read(0, volume.tamanho);
  const part = toPart({ caminho: "1", nome: upload.name, tipo: "application/xml", bytes });
  return { total: 1, failure: null, parts: unpackPart(part, readingBudget) };
}

const FAILURES: Partial<Record<ArchiveRefusal | "arquivo", FileFailure>> = {
  "pacote-protegido": "com-senha",
  "pacote-grande-demais": "grande-demais",
  "pacote-muitos-arquivos": "grande-demais",
  "pacote-taxa-suspeita": "suspeito",
};
