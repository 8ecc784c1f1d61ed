/** Bytes to send; `mensagem` marks message content, to which transport faults apply. */
export type Parte = { bytes: Buffer; mensagem?: true };

/**
 * The reply of a session, and what follows on the connection. Parts are read while they are sent,
 * so that a large mailbox is never in memory.
 */
export type Resposta = {
  partes: Iterable<Parte>;
  /** The connection closes, or continues inside TLS. */
  depois?: "fim" | "tls";
};

/** One POP3 or IMAP session, without its socket. */
export type Sessao = {
  readonly saudacao: Buffer;
  /** Processes received bytes; yields one reply per command. */
  receive(chunk: Buffer): Iterable<Resposta>;
  /** The connection is now inside TLS: discards what was received before.   @source RFC 2595 §4 */
  secure(): void;
  /** The connection is closed. */
  leave(): void;
};

/** The connection as a session sees it. */
export type Ligacao = {
  /** It is inside TLS already, or does not offer TLS. */
  readonly segura: boolean;
  /** Sends an unrequested reply after all earlier replies. */
  push(resposta: Resposta): void;
};

export function say(text: string): Resposta {
  return { partes: [{ bytes: Buffer.from(text, "utf8") }] };
}
