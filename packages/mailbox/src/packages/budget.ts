/** Why an archive, or one of its entries, was not opened; the contract has a sentence for each. */
export const ARCHIVE_REFUSALS = [
  "pacote-protegido",
  "pacote-invalido",
  "pacote-grande-demais",
  "pacote-fundo-demais",
  "pacote-muitos-arquivos",
  "pacote-taxa-suspeita",
  "pacote-link",
  "pacote-formato",
  "conteudo-cifrado",
  "caro-demais",
] as const;
export type ArchiveRefusal = (typeof ARCHIVE_REFUSALS)[number];

/**
 * Limits for all archives of one e-mail together. The figures are those of known decompression
 * bombs.
 */
export type ArchiveLimits = {
  /** Bytes of one archive as received. */
  comprimidoBytes: number;
  /** Bytes of all contents, inner archives included. */
  infladoBytes: number;
  /** Bytes of one inner file: no supported document is larger, and it is held in memory. */
  arquivoBytes: number;
  /** Total bytes of nested archives that are written to disk to be opened. */
  apartadoBytes: number;
  /** Total number of files, including inner archives and documents extracted from text. */
  entradas: number;
  /** Highest ratio of inflated to compressed size, of one entry and of an archive. */
  taxa: number;
  /** Inflated size up to which no ratio is suspect: blank text compresses far and is no bomb. */
  taxaLivreBytes: number;
  /** Nesting of archives (ZIP, gzip); 1 is an archive without inner archives. */
  profundidade: number;
  /** Nesting of forwarded messages. */
  mensagens: number;
  /** Nesting of any kind. */
  niveis: number;
  /** Bomb-like refusals after which no archive is opened. */
  suspeitas: number;
};

const MIB = 1024 * 1024;

export const ARCHIVE_LIMITS: ArchiveLimits = {
  comprimidoBytes: 50 * MIB,
  infladoBytes: 500 * MIB,
  arquivoBytes: 50 * MIB,
  apartadoBytes: 100 * MIB,
  entradas: 20_000,
  taxa: 200,
  taxaLivreBytes: MIB,
  profundidade: 3,
  mensagens: 10,
  niveis: 16,
  suspeitas: 32,
};

/** Remaining budget of one e-mail, whatever the nesting. */
export type Budget = {
  limites: ArchiveLimits;
  infladoLivre: number;
  apartadoLivre: number;
  entradasLivres: number;
  suspeitas: number;
  /** Whether reading has used up its CPU budget; then nothing more is opened. */
  isOver(): boolean;
};

/**
 * Creates the budget of one e-mail, shared by all of its parts.   @param isOver see
 * {@link Budget}
 */
export function createBudget(limits: Partial<ArchiveLimits> = {}, isOver = () => false): Budget {
  const all = { ...ARCHIVE_LIMITS, ...limits };
  return {
    limites: all,
    infladoLivre: all.infladoBytes,
    apartadoLivre: all.apartadoBytes,
    entradasLivres: all.entradas,
    suspeitas: 0,
    isOver,
  };
}

/**
 * Charges bytes before they are inflated, copied or parsed; a later failure does not refund them.
 * @returns false, charging nothing, when too few remain: a small file after a large one still opens
 */
export function spendBytes(budget: Budget, bytes: number): boolean {
  if (bytes > budget.infladoLivre) return false;
  budget.infladoLivre -= bytes;
  return true;
}

/**
 * Charges bytes that go to disk, before the first is written; false, charging nothing, when too few
 * remain.
 */
export function spendStored(budget: Budget, bytes: number): boolean {
  if (bytes > budget.apartadoLivre) return false;
  budget.apartadoLivre -= bytes;
  return true;
}

/**
 * Charges entries, documents extracted from text included; false, charging nothing, when too few
 * remain.
 */
export function spendEntries(budget: Budget, entries: number): boolean {
  if (entries > budget.entradasLivres) return false;
  budget.entradasLivres -= entries;
  return true;
}
