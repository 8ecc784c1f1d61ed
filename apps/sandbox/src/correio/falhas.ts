import type { Sorteio } from "../sorteio.ts";

/** Faults of the mail servers: first those of both protocols, then of POP3, then of IMAP. */
export const FALHAS_CORREIO = [
  "nenhuma",
  /** The port is closed. */
  "fora-do-ar",
  /** Accepts a connection or keeps one, but sends nothing more. */
  "travar",
  "recusar-senha",
  /** Tokens are refused like expired ones. */
  "token-vencido",
  /** Interrupts a message by a close, a stall or a reset. Position: see `Falha.byte`. */
  "cair-no-retr",
  "parar-no-meio",
  "resetar-no-meio",
  /** A message arrives slowly, some bytes at a time. */
  "gotejar",
  /** A message is listed but refused: -ERR, NO. */
  "recusar-mensagem",
  /** Listed sizes differ from those of the messages. */
  "tamanho-errado",
  "sem-starttls",
  /** Sends bytes in the clear right after it accepted STARTTLS. */
  "injetar-no-starttls",
  "sem-uidl",
  /** Two messages share one UIDL. */
  "uidl-repetido",
  /** UIDLs are listing numbers, so that a deletion gives known UIDLs to other messages. */
  "uidl-renumerado",
  "sem-uidplus",
  "sem-idle",
] as const;

export type FalhaCorreio = (typeof FALHAS_CORREIO)[number];

export type Falha = {
  nome: FalhaCorreio;
  /**
   * Position of an interruption: after that many bytes of a connection (inside TLS), at a random
   * byte of a message, or by default in its middle.
   */
  byte?: number | "acaso";
  /** Ends the fault after that many refusals, cuts or slow messages; absent = permanent. */
  vezes?: number;
  /** The pace of `gotejar`. */
  gota?: { bytes: number; ms: number };
};

/** The script of one server: its current fault. */
export type Roteiro = {
  readonly falha: Falha;
  set(falha: Falha): void;
  /** Whether this fault is active. */
  plays(nome: FalhaCorreio): boolean;
  /** The same, and counts one occurrence. */
  strikes(nome: FalhaCorreio): boolean;
  readonly sorteio: Sorteio;
};

const NENHUMA: Falha = { nome: "nenhuma" };

export function createRoteiro(sorteio: Sorteio): Roteiro {
  let falha = NENHUMA;
  const plays = (nome: FalhaCorreio): boolean => falha.nome === nome;
  return {
    get falha() {
      return falha;
    },
    set: (next) => {
      falha = next;
    },
    plays,
    strikes: (nome) => {
      if (!plays(nome)) return false;
      const { vezes } = falha;
      if (vezes !== undefined) falha = vezes > 1 ? { ...falha, vezes: vezes - 1 } : NENHUMA;
      return true;
    },
    sorteio,
  };
}

/** By how many octets `tamanho-errado` differs. */
const MENTIRA = 37;

/** The size that the listing reports. */
export function claimTamanho(roteiro: Roteiro, tamanho: number): number {
  return roteiro.plays("tamanho-errado") ? tamanho + MENTIRA : tamanho;
}
