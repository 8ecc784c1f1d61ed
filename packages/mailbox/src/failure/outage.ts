import type { CodigoFalha } from "./codes.ts";

/** Every way in which a mail server can fail us; coarse on purpose, so that a probe is no port scanner. */
export const CAUSAS_FALHA = [
  "dns",
  "endereco-proibido",
  "recusada",
  "tempo",
  "tls",
  "senha",
  // the provider gave no token, or the mail server took none: the owner must authorize again
  "autorizacao",
  // the folder does not exist
  "pasta",
  "protocolo",
  "interrompida",
  "grande-demais",
] as const;
export type CausaFalha = (typeof CAUSAS_FALHA)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long to leave the server alone at least; who asks again and again waits longer by itself. A wrong password waits an hour: servers
 * lock the account of who insists. */
const RETRY_AFTER_MS: Record<CausaFalha, number> = {
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
  "grande-demais": 24 * HOUR_MS,
};

/** Longest detail kept, in characters: a server chooses part of this text. */
const DETALHE_MAX = 300;

type OutageOptions = ErrorOptions & { soMensagem?: boolean; codigo?: CodigoFalha };

/** The mail server did not serve us; the only error this room throws on purpose, and the only one worth retrying.
 * `message` is for the log (English, printable, never the password); people read a sentence chosen by `causa`. */
export class MailOutage extends Error {
  override readonly name = "MailOutage";
  readonly causa: CausaFalha;
  readonly retryAfterMs: number;
  /** True when one message was refused and the session goes on with the next. */
  readonly soMensagem: boolean;
  /** What a connection test says of it; null where the step alone says all. */
  readonly codigo: CodigoFalha | null;

  constructor(causa: CausaFalha, detalhe: string, options: OutageOptions = {}) {
    super(`${causa}: ${toPrintable(detalhe)}`, "cause" in options ? { cause: options.cause } : {});
    this.causa = causa;
    this.retryAfterMs = RETRY_AFTER_MS[causa];
    this.soMensagem = options.soMensagem === true;
    this.codigo = options.codigo ?? null;
  }
}

/** One printable line of bounded length out of text that a stranger wrote. */
export function toPrintable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, " ").slice(0, DETALHE_MAX);
}

const CAUSA_OF_CODE: Record<string, CausaFalha> = {
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

/** What a person can do something about, by the code of Node or OpenSSL. */
const CODIGO_OF_CODE: Record<string, CodigoFalha> = {
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

/** Turns whatever a socket, a TLS handshake or a DNS look-up raised into an outage; an outage passes unchanged.
 * An unknown code counts as `interrompida`: the connection is gone and may be tried again soon. */
export function toOutage(error: unknown): MailOutage {
  if (error instanceof MailOutage) return error;
  const code = codeOf(error);
  const causa = CAUSA_OF_CODE[code] ?? (TLS_CODE.test(code) ? "tls" : "interrompida");
  const message = error instanceof Error ? error.message : String(error);
  const codigo = CODIGO_OF_CODE[code];
  return new MailOutage(causa, `${code} ${message}`.trim(), { cause: error, ...(codigo && { codigo }) });
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
