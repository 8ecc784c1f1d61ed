/** Bytes to send; `mensagem` marks message content, to which transport faults apply. */
export type ReplyPart = { bytes: Buffer; mensagem?: true };

/**
 * The reply of a session, and what follows on the connection. Parts are read while they are sent,
 * so that a large mailbox is never in memory.
 */
export type Reply = {
  partes: Iterable<ReplyPart>;
  /** The connection closes, or continues inside TLS. */
  followUp?: "fim" | "tls";
};

/** One POP3 or IMAP session, without its socket. */
export type Session = {
  readonly greeting: Buffer;
  /** Processes received bytes; yields one reply per command. */
  receive(chunk: Buffer): Iterable<Reply>;
  /** The connection is now inside TLS: discards what was received before.   @source RFC 2595 §4 */
  secure(): void;
  /** The connection is closed. */
  leave(): void;
};

/** The connection as a session sees it. */
export type Connection = {
  /** It is inside TLS already, or does not offer TLS. */
  readonly isSecure: boolean;
  /** Sends an unrequested reply after all earlier replies. */
  push(reply: Reply): void;
};

export function textReply(text: string): Reply {
  return { partes: [{ bytes: Buffer.from(text, "utf8") }] };
}
