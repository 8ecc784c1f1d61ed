import type { Sorteio } from "../sorteio.ts";

/** How a mail server may misbehave. What both protocols know comes first, then POP3's own, then IMAP's own. */
export const FALHAS_CORREIO = [
  "nenhuma",
  /** The port is closed. */
  "fora-do-ar",
  /** Takes a connection, or is in the middle of one, and says no more. */
  "travar",
  "recusar-senha",
  /** Tokens are refused, as one that has run out is. */
  "token-vencido",
  /** Three ends of a message that does not end: closed, silent, reset. Where: see `Falha.byte`. */
  "cair-no-retr",
  "parar-no-meio",
  "resetar-no-meio",
  /** A message drips, some bytes at a time. */
  "gotejar",
  /** A message is listed but not handed over: -ERR, NO. */
  "recusar-mensagem",
  /** Sizes that the listing claims are not those of the messages. */
  "tamanho-errado",
  "sem-starttls",
  /** Answers bytes in the clear right after it agreed to TLS. */
  "injetar-no-starttls",
  "sem-uidl",
  /** Two messages share one UIDL. */
  "uidl-repetido",
  /** UIDLs are the numbers of the listing, so that a deletion gives old names to other messages. */
  "uidl-renumerado",
  "sem-uidplus",
  "sem-idle",
] as const;

export type FalhaCorreio = (typeof FALHAS_CORREIO)[number];

export type Falha = {
  nome: FalhaCorreio;
  /** Where `cair-no-retr`, `parar-no-meio` and `resetar-no-meio` strike: after so many bytes of all that the server
   * says in one connection (inside TLS), at a random byte of a message's answer, or, absent, in its middle. */
  byte?: number | "acaso";
  /** After so many times the fault is over; absent = it stays. Counts what strikes: refusals, cuts, drips. */
  vezes?: number;
  /** The rhythm of `gotejar`. */
  gota?: { bytes: number; ms: number };
};

/** The script of one server: which fault it plays now. */
export type Roteiro = {
  readonly falha: Falha;
  set(falha: Falha): void;
  /** Whether this fault is the one being played. */
  plays(nome: FalhaCorreio): boolean;
  /** The same, and this is one of its times. */
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

/** By how much `tamanho-errado` lies, in octets. */
const MENTIRA = 37;

/** The size that the listing claims. */
export function claimTamanho(roteiro: Roteiro, tamanho: number): number {
  return roteiro.plays("tamanho-errado") ? tamanho + MENTIRA : tamanho;
}
