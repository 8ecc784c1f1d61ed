import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import { errors } from "undici";

/** How long to wait before a retry, in ms, by cause. Causes that need a person (a refused certificate, an
 * untrusted chain) wait longest; those that pass by themselves wait least. */
const DELAY_MS = {
  dns: MINUTE_MS,
  recusada: MINUTE_MS,
  tempo: MINUTE_MS,
  interrompida: 30 * SECOND_MS,
  tls: 15 * MINUTE_MS,
  certificado: HOUR_MS,
  http: 5 * MINUTE_MS,
  "soap-fault": 5 * MINUTE_MS,
  "resposta-ilegivel": 5 * MINUTE_MS,
  "resposta-grande-demais": HOUR_MS,
  "resposta-de-outra-chave": 5 * MINUTE_MS,
  "resposta-de-outro-ambiente": 5 * MINUTE_MS,
} as const;

/** `certificado`: the server refused our certificate in the handshake; `tls`: we refused the server's, or
 * the handshake failed. */
export type SefazCause = keyof typeof DELAY_MS;

/** There is no usable response from SEFAZ: nothing is known about the document, and the request may be
 * sent again. `retryAfterMs` is in ms; `message` is for the log, never for a user. */
export class SefazOutage extends Error {
  override readonly name = "SefazOutage";
  readonly causa: SefazCause;
  readonly retryAfterMs: number;
  /** Whether the server itself set the wait (Retry-After). */
  readonly retryAfterFromServer: boolean;
  /** HTTP status, if the cause is `http`. */
  readonly status: number | null;

  constructor(
    cause: SefazCause,
    detail: string,
    options: { cause?: unknown; retryAfterMs?: number; status?: number } = {},
  ) {
    super(`${cause}: ${detail}`, options);
    this.causa = cause;
    this.retryAfterFromServer = options.retryAfterMs !== undefined;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? DELAY_MS[cause];
  }
}

const CAUSE_BY_CODE: ReadonlyMap<string, SefazCause> = new Map([
  ["ENOTFOUND", "dns"],
  ["EAI_AGAIN", "dns"],
  ["ECONNREFUSED", "recusada"],
  ["EHOSTUNREACH", "recusada"],
  ["ENETUNREACH", "recusada"],
  ["ETIMEDOUT", "tempo"],
  ["UND_ERR_CONNECT_TIMEOUT", "tempo"],
  ["ECONNRESET", "interrompida"],
  ["EPIPE", "interrompida"],
]);

// TLS alerts by which a server refuses our certificate (RFC 8446 §6.2, RFC 5246 §7.2.2).
const CERTIFICATE_ALERT = /ALERT_(?:.*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;
const TLS_CODE =
  /^(?:ERR_SSL_|ERR_TLS_|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_)/;

/** The cause of an error of undici or node:tls; an unknown error counts as an interruption. */
export function causeOfError(error: unknown): SefazCause {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (CERTIFICATE_ALERT.test(code)) return "certificado";
  if (TLS_CODE.test(code)) return "tls";
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return "resposta-ilegivel";
  return CAUSE_BY_CODE.get(code) ?? "interrompida";
}
