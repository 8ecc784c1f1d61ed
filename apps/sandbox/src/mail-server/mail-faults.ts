import type { RandomSource } from "../random-source.ts";

/** Faults of the mail servers: first those of both protocols, then of POP3, then of IMAP. */
export const MAIL_FAULTS = [
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

export type MailFaultName = (typeof MAIL_FAULTS)[number];

export type MailFault = {
  nome: MailFaultName;
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
export type FaultScript = {
  readonly fault: MailFault;
  set(fault: MailFault): void;
  /** Whether this fault is active. */
  plays(nome: MailFaultName): boolean;
  /** The same, and counts one occurrence. */
  strikes(nome: MailFaultName): boolean;
  readonly random: RandomSource;
};

const NO_FAULT: MailFault = { nome: "nenhuma" };

export function createFaultScript(random: RandomSource): FaultScript {
  let fault = NO_FAULT;
  const plays = (nome: MailFaultName): boolean => fault.nome === nome;
  return {
    get fault() {
      return fault;
    },
    set: (next) => {
      fault = next;
    },
    plays,
    strikes: (nome) => {
      if (!plays(nome)) return false;
      const { vezes } = fault;
      if (vezes !== undefined) fault = vezes > 1 ? { ...fault, vezes: vezes - 1 } : NO_FAULT;
      return true;
    },
    random,
  };
}

/** By how many octets `tamanho-errado` differs. */
const SIZE_ERROR = 37;

/** The size that the listing reports. */
export function claimSize(script: FaultScript, tamanho: number): number {
  return script.plays("tamanho-errado") ? tamanho + SIZE_ERROR : tamanho;
}
