/** Why a package, or one entry of it, was not opened; each has its sentence in the contract. */
export const RECUSAS_PACOTE = [
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
export type RecusaPacote = (typeof RECUSAS_PACOTE)[number];

/** How much the packages of one e-mail may be, all together. The figures are those that decompression bombs are measured against. */
export type LimitesPacote = {
  /** Bytes of one package as it came. */
  comprimidoBytes: number;
  /** Bytes of everything inside, inner packages included. */
  infladoBytes: number;
  /** Bytes of one file inside: nothing that is read here is larger, and it stands in memory alone. */
  arquivoBytes: number;
  /** Bytes of packages in packages that are set aside to be opened, one after the other, in sum: where a disk is used. */
  apartadoBytes: number;
  /** Files in all, inner packages and documents cut out of texts included. */
  entradas: number;
  /** Inflated over compressed, of one entry and of a package. */
  taxa: number;
  /** Up to this size inflated, no ratio is suspect: a page of blanks is no bomb. */
  taxaLivreBytes: number;
  /** Packages (ZIP, gzip) within packages; 1 is a plain one. */
  profundidade: number;
  /** Forwarded messages within forwarded messages. */
  mensagens: number;
  /** Anything within anything. */
  niveis: number;
  /** Refusals that smell of a bomb, after which no further package is opened. */
  suspeitas: number;
};

const MIB = 1024 * 1024;

export const LIMITES_PACOTE: LimitesPacote = {
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

/** What opening the parts of one e-mail may still cost, whatever lies in what. */
export type Orcamento = {
  limites: LimitesPacote;
  infladoLivre: number;
  apartadoLivre: number;
  entradasLivres: number;
  suspeitas: number;
  /** Whether reading has cost all the CPU that it may: nothing more is opened. */
  isOver(): boolean;
};

/** A fresh budget: one for each e-mail, shared by all of its parts.   @param isOver see {@link Orcamento} */
export function createOrcamento(limites: Partial<LimitesPacote> = {}, isOver = () => false): Orcamento {
  const all = { ...LIMITES_PACOTE, ...limites };
  return {
    limites: all,
    infladoLivre: all.infladoBytes,
    apartadoLivre: all.apartadoBytes,
    entradasLivres: all.entradas,
    suspeitas: 0,
    isOver,
  };
}

/** Takes bytes out of the budget before they are inflated, copied or parsed: what then fails has cost them all the same. False, and nothing
 * taken, when there are not so many, so that a small file behind a large one is still opened. */
export function spendBytes(orcamento: Orcamento, bytes: number): boolean {
  if (bytes > orcamento.infladoLivre) return false;
  orcamento.infladoLivre -= bytes;
  return true;
}

/** Takes bytes out of what may be set aside, before one of them is; false, and nothing taken, when there are not so many. */
export function spendApartado(orcamento: Orcamento, bytes: number): boolean {
  if (bytes > orcamento.apartadoLivre) return false;
  orcamento.apartadoLivre -= bytes;
  return true;
}

/** Takes entries out of the budget, documents cut out of a text among them; false, and nothing taken, when there are not so many. */
export function spendEntradas(orcamento: Orcamento, entradas: number): boolean {
  if (entradas > orcamento.entradasLivres) return false;
  orcamento.entradasLivres -= entradas;
  return true;
}
