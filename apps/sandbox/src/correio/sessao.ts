/** Bytes to say; `mensagem` when they carry a message, where the faults of transport strike. */
export type Parte = { bytes: Buffer; mensagem?: true };

/** What a session answers, and what becomes of the connection after it. Parts are read as they are sent, so that a
 * large box is never in memory. */
export type Resposta = {
  partes: Iterable<Parte>;
  /** The connection ends, or goes on inside TLS. */
  depois?: "fim" | "tls";
};

/** One conversation of POP3 or IMAP, without the socket. */
export type Sessao = {
  readonly saudacao: Buffer;
  /** Takes what arrived; the answers come as they are asked for, one per command. */
  receive(chunk: Buffer): Iterable<Resposta>;
  /** The connection is now inside TLS: what was said before, asked or not, counts no more.   @source RFC 2595 §4 */
  secure(): void;
  /** The connection is over. */
  leave(): void;
};

/** What a session knows of its connection. */
export type Ligacao = {
  /** It is inside TLS already, or has nothing to offer. */
  readonly segura: boolean;
  /** Says something unasked, after all that was answered before. */
  push(resposta: Resposta): void;
};

export function say(text: string): Resposta {
  return { partes: [{ bytes: Buffer.from(text, "utf8") }] };
}
