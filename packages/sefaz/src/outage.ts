import { errors } from "undici";

const SEGUNDO_MS = 1_000;
const MINUTO_MS = 60 * SEGUNDO_MS;
const HORA_MS = 60 * MINUTO_MS;

/** Why SEFAZ could not be heard, and how long to wait before asking again, in ms. What a person must mend first
 * (a refused certificate, an untrusted chain) waits longest; what passes by itself, least. */
const ESPERA_MS = {
  dns: MINUTO_MS,
  recusada: MINUTO_MS,
  tempo: MINUTO_MS,
  interrompida: 30 * SEGUNDO_MS,
  tls: 15 * MINUTO_MS,
  certificado: HORA_MS,
  http: 5 * MINUTO_MS,
  "soap-fault": 5 * MINUTO_MS,
  "resposta-ilegivel": 5 * MINUTO_MS,
  "resposta-grande-demais": HORA_MS,
  "resposta-de-outra-chave": 5 * MINUTO_MS,
  "resposta-de-outro-ambiente": 5 * MINUTO_MS,
} as const;

/** `certificado`: the server refused ours in the handshake; `tls`: we refused the server's, or no handshake was possible. */
export type CausaSefaz = keyof typeof ESPERA_MS;

/** SEFAZ could not be heard: nothing is known about the document, and the question may be asked again.
 * `retryAfterMs` is in ms; `message` is for the log, never for a person. */
export class SefazOutage extends Error {
  override readonly name = "SefazOutage";
  readonly causa: CausaSefaz;
  readonly retryAfterMs: number;
  /** Whether the server itself named the wait (Retry-After). */
  readonly asked: boolean;
  /** HTTP status, where the cause is `http`. */
  readonly status: number | null;

  constructor(
    causa: CausaSefaz,
    detalhe: string,
    options: { cause?: unknown; retryAfterMs?: number; status?: number } = {},
  ) {
    super(`${causa}: ${detalhe}`, options);
    this.causa = causa;
    this.asked = options.retryAfterMs !== undefined;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? ESPERA_MS[causa];
  }
}

const CAUSA_DO_CODIGO: ReadonlyMap<string, CausaSefaz> = new Map([
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

// The alerts with which a server says that it does not take our certificate (RFC 8446 §6.2, RFC 5246 §7.2.2).
const ALERTA_DE_CERTIFICADO = /ALERT_(?:.*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;
const CODIGO_TLS =
  /^(?:ERR_SSL_|ERR_TLS_|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_)/;

/** The cause behind an error of undici or node:tls; what is not known was an interruption. */
export function causaOfError(erro: unknown): CausaSefaz {
  const codigo = erro instanceof Error && "code" in erro ? String(erro.code) : "";
  if (ALERTA_DE_CERTIFICADO.test(codigo)) return "certificado";
  if (CODIGO_TLS.test(codigo)) return "tls";
  if (erro instanceof errors.HTTPParserError || erro instanceof errors.HeadersOverflowError)
    return "resposta-ilegivel";
  return CAUSA_DO_CODIGO.get(codigo) ?? "interrompida";
}
