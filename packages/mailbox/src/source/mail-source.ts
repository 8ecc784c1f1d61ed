/** How a mailbox is spoken to: protocol and protection. The `-starttls` ones never go on in the clear. */
export type TipoCaixa = "pop3" | "pop3-starttls" | "spop3" | "imap" | "imap-starttls" | "imaps";

/** What one signs in with: a password, or an access token already fetched (see `fetchToken`). */
export type Entrada = { kind: "senha"; senha: string } | { kind: "oauth2"; token: string };

/**
 * A mailbox as its owner typed it. `porta` defaults by `tipo` (110, 110, 995, 143, 143, 993); `pasta` is an IMAP folder,
 * INBOX when absent; `certificadoFixado` is a SHA-256 fingerprint (`AA:BB:…`) that stands in for authority, name and
 * validity: with it that very certificate is accepted and no other.
 */
export type CaixaConfig = {
  tipo: TipoCaixa;
  servidor: string;
  porta?: number;
  usuario: string;
  entrada: Entrada;
  pasta?: string | null;
  certificadoFixado?: string | null;
};

/** One message waiting on the server: `uid` is stable between sessions, `numero` only within one; `tamanho` in bytes
 * is the server's claim, 0 when it made none. */
export type MensagemRef = { uid: string; tamanho: number; numero: number };

/** What a listing found, in the server's order. `marca` goes into the next `list`; null = this source cannot say where it stopped. */
export type Listagem = { refs: MensagemRef[]; marca: string | null };

/** An open mailbox. It deletes nothing but what `remove` names. Calls may overlap; they are served one after the other.
 * Every call may throw a MailOutage: the session goes on after one with `soMensagem`, after any other it is over. So it is after a
 * message whose announced size was a lie, and which turns out far too large on the way (`grande-demais`, without `soMensagem`). */
export interface MailSource {
  /** The messages after `desde`; all of them where the source cannot say, or where `desde` is of another generation of uids. */
  list(desde?: string | null): Promise<Listagem>;
  /** Those of some uids that are still on the server. */
  find(uids: readonly string[]): Promise<MensagemRef[]>;
  /** The message, byte for byte as the server holds it. */
  fetch(ref: MensagemRef): Promise<Uint8Array>;
  /** SHA-256 (hex) of the message's header, without asking for its body; null where it cannot be had. It tells a message
   * from another one that got its uid, on servers whose uids prove little. */
  prove(ref: MensagemRef): Promise<string | null>;
  /** After `list`: the uids look like message numbers or repeat themselves, so a server that renumbers would deceive us. */
  readonly uidsFracos: boolean;
  /** False where the server cannot delete exactly what it is told (IMAP without UIDPLUS): `remove` would refuse. */
  readonly podeApagar: boolean;
  /** Deletes exactly these from the server; when it resolves, they are gone. With POP3 it ends the session, since POP3
   * deletes only at the goodbye: call it last. Where it rejects, any part of them may be gone: ask `find` next time. */
  remove(refs: readonly MensagemRef[]): Promise<void>;
  /** Only where the server can tell of news (IMAP IDLE): resolves when something arrived, or when `signal` fires. */
  waitForNews?(signal: AbortSignal): Promise<void>;
  /** Says goodbye and hangs up; never throws. */
  close(): Promise<void>;
  /** Hangs up in the middle of whatever is under way, which fails as `interrompida`. */
  abort(): void;
}
