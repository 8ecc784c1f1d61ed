import type { MessageKey } from "./messages/messages.ts";

/** A refused field. `campo` is the path in the params, joined by dots. */
export type FieldError = { campo: string; mensagem: string };

/** The fields of every response (spec §7). */
export type Envelope<O = unknown, L = unknown> = {
  sucesso: boolean;
  mensagem: string | null;
  erros: FieldError[];
  object: O | null;
  results: L[] | null;
  totalCount: number | null;
  /** False when the real total is above `TOTAL_EXATO_MAX`; absent otherwise. */
  totalExato?: boolean;
  /** Sum of the values of the whole list, in reais, if it was asked for and the total is exact. */
  somaTotal?: string;
};

/** JSON-RPC error codes in use. On −32001 the SPA opens /login. */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  unauthorized: -32001,
} as const;

/** The message of {@link RPC_ERROR}.unauthorized, as the specification quotes it (spec §2). */
export const UNAUTHORIZED = "Unauthorized";

/** A refused field with the key of its sentence. */
export type FieldRefusal = { campo: string; mensagem: MessageKey };
