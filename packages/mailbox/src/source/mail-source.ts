/** Protocol and protection of a mailbox. The `-starttls` types never continue in the clear. */
export type MailboxType = "pop3" | "pop3-starttls" | "spop3" | "imap" | "imap-starttls" | "imaps";

/** Credentials: a password, or an access token from `fetchToken`. */
export type Credentials = { kind: "senha"; senha: string } | { kind: "oauth2"; token: string };

/**
 * A mailbox. `porta` defaults by `tipo`, `pasta` (IMAP) to INBOX. `certificadoFixado` is a SHA-256,
 * `AA:BB:…`: only that certificate is accepted, whatever its authority, name and validity.
 */
export type MailboxConfig = {
  tipo: MailboxType;
  servidor: string;
  porta?: number;
  usuario: string;
  entrada: Credentials;
  pasta?: string | null;
  certificadoFixado?: string | null;
};

/**
 * A message on the server. `uid` is stable between sessions, `numero` within one; `tamanho` is the
 * claimed size in bytes, 0 when unknown.
 */
export type MessageRef = { uid: string; tamanho: number; numero: number };

/**
 * Result of a listing, in server order. Pass `marca` to the next `list`; null when the source
 * cannot resume.
 */
export type Listing = { refs: MessageRef[]; marca: string | null };

/**
 * An open mailbox; overlapping calls run one after another. A MailOutage with `soMensagem` keeps
 * the session, any other ends it, such as `grande-demais` for a message larger than announced.
 */
export interface MailSource {
  /**
   * Lists the messages after `since`; all of them when the source cannot resume or `since` is of
   * another uid generation.
   */
  list(since?: string | null): Promise<Listing>;
  /** Finds which of these uids are still on the server. */
  find(uids: readonly string[]): Promise<MessageRef[]>;
  /** Fetches the message, byte for byte. */
  fetch(ref: MessageRef): Promise<Uint8Array>;
  /**
   * SHA-256 (hex) of the message header, fetched without the body; null when unavailable. It
   * detects another message under the same uid, on servers with weak uids.
   */
  prove(ref: MessageRef): Promise<string | null>;
  /**
   * After `list`: the uids look like message numbers or repeat, so renumbering would go unnoticed.
   */
  readonly uidsFracos: boolean;
  /**
   * False when the server cannot delete single messages (IMAP without UIDPLUS): `remove` then
   * refuses.
   */
  readonly podeApagar: boolean;
  /**
   * Deletes exactly these messages. With POP3 it ends the session, because POP3 deletes at QUIT:
   * call it last. When it rejects, some may be deleted: call `find` next time.
   */
  remove(refs: readonly MessageRef[]): Promise<void>;
  /**
   * Resolves when a message arrives or `signal` aborts; only for servers that notify (IMAP IDLE).
   */
  waitForNews?(signal: AbortSignal): Promise<void>;
  /** Logs out and closes; never throws. */
  close(): Promise<void>;
  /** Disconnects during any operation, which then fails as `interrompida`. */
  abort(): void;
}
