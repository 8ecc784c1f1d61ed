import type { MensagemKey } from "./mensagens.ts";

/** One refused field. `campo` is the path in the params, joined by dots. */
export type ErroCampo = { campo: string; mensagem: string };

/** What every answer carries (spec §7). */
export type Envelope<O = unknown, L = unknown> = {
  sucesso: boolean;
  mensagem: string | null;
  erros: ErroCampo[];
  object: O | null;
  results: L[] | null;
  totalCount: number | null;
  /** False when the real total is above `TOTAL_EXATO_MAX`; absent elsewhere. */
  totalExato?: boolean;
};

/** JSON-RPC error codes in use. −32001 is the one the SPA reads as "go to /login". */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  unauthorized: -32001,
} as const;

/** The message of {@link RPC_ERROR}.unauthorized, word for word (spec §2). */
export const UNAUTHORIZED = "Unauthorized";

/** A refused field by the key of its sentence. */
export type RecusaCampo = { campo: string; mensagem: MensagemKey };
