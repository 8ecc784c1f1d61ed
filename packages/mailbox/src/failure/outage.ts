import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { FailureCode } from "./codes.ts";

/**
 * Causes of a mail server failure. They are coarse, so that a connection test cannot serve as a
 * port scanner.
 */
export const FAILURE_CAUSES = [
  "dns",
  "endereco-proibido",
  "recusada",
  "tempo",
  "tls",
  "senha",
  // the provider returned no token, or the mail server rejected it: the owner must authorize again
  "autorizacao",
  // the folder does not exist
  "pasta",
  "protocolo",
  "interrompida",
  "grande-demais",
] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

/**
 * Minimum wait before a retry; repeated failures add their own backoff. A wrong password waits an
 * hour, because servers lock accounts after repeated attempts.
 */
const RETRY_AFTER_MS: Record<FailureCause, number> = {
  dns: MINUTE_MS,
  "endereco-proibido": HOUR_MS,
  recusada: MINUTE_MS,
  tempo: MINUTE_MS,
  tls: HOUR_MS,
  senha: HOUR_MS,
  autorizacao: HOUR_MS,
  pasta: HOUR_MS,
  protocolo: 30 * MINUTE_MS,
  interrompida: MINUTE_MS,
  "grande-demais": DAY_MS,
};

/** Longest detail kept, in characters: part of the text comes from the server. */
const DETAIL_MAX = 300;

type OutageOptions = ErrorOptions & { soMensagem?: boolean; codigo?: FailureCode };

/**
 * The mail server failed: the only error of this package on purpose, and the only retryable one.
 * `message` is for logs and has no password; users see a sentence chosen by `cause`.
 */
export class MailOutage extends Error {
  override readonly name = "MailOutage";
  readonly causa: FailureCause;
  readonly retryAfterMs: number;
  /** True when the server refused one message and the session continues with the next. */
  readonly soMensagem: boolean;
  /** Code for a connection test; null when the step alone is enough. */
  readonly codigo: FailureCode | null;

  constructor(cause: FailureCause, detail: string, options: OutageOptions = {}) {
    super(`${cause}: ${toPrintable(detail)}`, "cause" in options ? { cause: options.cause } : {});
    this.causa = cause;
    this.retryAfterMs = RETRY_AFTER_MS[cause];
    this.soMensagem = options.soMensagem === true;
    this.codigo = options.codigo ?? null;
  }
}

/** One printable line of bounded length from untrusted text. */
export function toPrintable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, " ").slice(0, DETAIL_MAX);
}

const CAUSE_OF_CODE: Record<string, FailureCause> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  EAI_NONAME: "dns",
  ECONNREFUSED: "recusada",
  EHOSTUNREACH: "recusada",
  ENETUNREACH: "recusada",
  EHOSTDOWN: "recusada",
  EADDRNOTAVAIL: "recusada",
  EACCES: "recusada",
  EPERM: "recusada",
  EINVAL: "recusada",
  ETIMEDOUT: "tempo",
  ECONNRESET: "interrompida",
  ECONNABORTED: "interrompida",
  EPIPE: "interrompida",
  EPROTO: "tls",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  HOSTNAME_MISMATCH: "tls",
};
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|CRL_|INVALID_CA|PATH_LENGTH|ERROR_IN_CERT)/;

/** Failures that a person can act on, by error code of Node or OpenSSL. */
const FAILURE_OF_CODE: Record<string, FailureCode> = {
  ENOTFOUND: "dns-nao-existe",
  EAI_NODATA: "dns-nao-existe",
  EAI_NONAME: "dns-nao-existe",
  EAI_AGAIN: "dns-sem-resposta",
  EAI_FAIL: "dns-sem-resposta",
  ECONNREFUSED: "tcp-recusada",
  EHOSTUNREACH: "tcp-sem-rota",
  ENETUNREACH: "tcp-sem-rota",
  EHOSTDOWN: "tcp-sem-rota",
  EADDRNOTAVAIL: "tcp-sem-rota",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls-auto-assinado",
  SELF_SIGNED_CERT_IN_CHAIN: "tls-autoridade-desconhecida",
  UNABLE_TO_GET_ISSUER_CERT: "tls-autoridade-desconhecida",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls-autoridade-desconhecida",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls-cadeia-incompleta",
  CERT_HAS_EXPIRED: "tls-vencido",
  CERT_NOT_YET_VALID: "tls-ainda-nao-vale",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls-outro-nome",
  HOSTNAME_MISMATCH: "tls-outro-nome",
  ERR_SSL_WRONG_VERSION_NUMBER: "tls-nao-falado",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "tls-nao-falado",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "tls-antigo",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: "tls-antigo",
  ERR_SSL_DH_KEY_TOO_SMALL: "tls-antigo",
  ERR_SSL_EE_KEY_TOO_SMALL: "tls-antigo",
};

/**
 * Converts an error of a socket, TLS handshake or DNS lookup into an outage; an outage passes unchanged. An
 * unknown code counts as `interrompida`: the connection is lost and may be retried soon.
 */
export function toOutage(error: unknown): MailOutage {
  if (error instanceof MailOutage) return error;
  const code = codeOf(error);
  const cause = CAUSE_OF_CODE[code] ?? (TLS_CODE.test(code) ? "tls" : "interrompida");
  const message = error instanceof Error ? error.message : String(error);
  const codigo = FAILURE_OF_CODE[code];
  return new MailOutage(cause, `${code} ${message}`.trim(), { cause: error, ...(codigo && { codigo }) });
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
