import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { HOUR_MS } from "@malote/syntax";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { MailOutage } from "../failure/outage.ts";
import { checkCertificate, protectionOf, tlsOptions } from "../network/connection.ts";
import type { Endpoint, NetworkPolicy } from "../network/endpoint.ts";
import type { MailboxConfig } from "../source/mail-source.ts";

/** A token of a reply as imapflow parses it; NIL is null, a parenthesized list an array. */
export type ReplyTerm = { type: string; value?: string | Buffer; section?: ReplyTerm[] } | null | ReplyTerm[];

/** An untagged reply: `* 5 FETCH (…)` has `command` "5" and FETCH as its first attribute. */
export type UntaggedReply = { command: string; attributes?: ReplyTerm[] };

/**
 * Internals that the types of imapflow omit. The pinned version and the IMAP source tests guard
 * them.
 */
type ImapInternals = {
  exec(
    command: string,
    attributes: readonly unknown[] | false,
    options: { untagged: Record<string, (reply: UntaggedReply) => Promise<void>> },
  ): Promise<{ next(): void }>;
  authenticate(): Promise<boolean>;
  socket: Socket | TLSSocket | false | null;
};

/**
 * Events that imapflow only logs: an unusable reply, or a server that asks the client to slow down.
 */
export type ClientWarning = "lixo" | "devagar";

/** Callbacks of a session. */
type ClientListener = { warning(warning: ClientWarning): void; signingIn(): void };

/** Longest line without a literal: the UIDs of a million messages in one reply. */
const LINE_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Lower bound of the literal limit: a folder name may be a literal, whatever the message size
 * limit.
 */
const LITERAL_MIN_BYTES = 65_536;

/**
 * Idle timeout of imapflow: never reached, since each call has shorter deadlines and IDLE is
 * renewed.
 */
const SOCKET_MS = HOUR_MS;

/**
 * Creates an unconnected client for the checked address: no logs, compression, automatic IDLE or
 * extensions. Our limits replace its 1 GB, and TLS is checked again before sign-in.
 */
export function createClient(
  target: { endpoint: Endpoint; address: string; timeoutMs: number },
  mailbox: MailboxConfig,
  network: NetworkPolicy,
): { client: ImapFlow; listen: (listener: ClientListener) => void } {
  let listener: ClientListener = { warning: () => undefined, signingIn: () => undefined };
  const logger = createLogger((warning) => listener.warning(warning));
  const client = new ImapFlow({ ...optionsOf(target, mailbox, network), logger });
  const internals = internalsOf(client);
  const signIn = internals.authenticate.bind(client);
  internals.authenticate = async () => {
    checkProtection(internals.socket, mailbox);
    listener.signingIn();
    return signIn();
  };
  const listen = (next: ClientListener): void => {
    listener = next;
  };
  return { client, listen };
}

/** Accesses internals that the types do not declare. */
export function internalsOf(client: ImapFlow): ImapInternals {
  const internals = client as unknown as ImapInternals;
  if (typeof internals.exec !== "function" || typeof internals.authenticate !== "function") {
    throw new Error("imapflow is not the version this was written against");
  }
  return internals;
}

function optionsOf(
  target: { endpoint: Endpoint; address: string; timeoutMs: number },
  mailbox: MailboxConfig,
  network: NetworkPolicy,
): ImapFlowOptions {
  const protection = protectionOf(mailbox.tipo);
  const literalMax = Math.max(network.maxBytes, LITERAL_MIN_BYTES);
  return {
    host: target.address,
    port: target.endpoint.porta,
    secure: protection === "tls",
    // true requires STARTTLS before anything else; false ignores it even when offered
    doSTARTTLS: protection === "starttls",
    tls: tlsOptions(target.endpoint, mailbox.certificadoFixado, network),
    auth: authOf(mailbox),
    clientInfo: { name: "Malote", version: false, vendor: false, "support-url": false },
    connectionTimeout: Math.max(target.timeoutMs, 1),
    greetingTimeout: network.ociosoMs,
    socketTimeout: SOCKET_MS,
    maxLineLength: LINE_MAX_BYTES,
    maxLiteralSize: literalMax,
    maxResponseSize: literalMax + LINE_MAX_BYTES,
    disableCompression: true,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableBinary: true,
  };
}

function authOf({ usuario, entrada }: MailboxConfig): { user: string; pass?: string; accessToken?: string } {
  return entrada.kind === "senha"
    ? { user: usuario, pass: entrada.senha }
    : { user: usuario, accessToken: entrada.token };
}

/** @throws MailOutage tls */
function checkProtection(socket: ImapInternals["socket"], mailbox: MailboxConfig): void {
  if (protectionOf(mailbox.tipo) === "nenhuma") return;
  if (!(socket instanceof TLSSocket)) throw new MailOutage("tls", "no TLS before the password");
  checkCertificate(socket, mailbox.certificadoFixado);
}

/**
 * @NOTE writes nothing: the log entries of imapflow contain the user name and server text. Only two
 * warnings are forwarded, because imapflow continues after them as if nothing were missing.
 */
function createLogger(onNotice: (warning: ClientWarning) => void): NonNullable<ImapFlowOptions["logger"]> {
  const silent = (): void => undefined;
  const listen = (entry: unknown): void => {
    const warning = readWarning(entry);
    if (warning !== null) onNotice(warning);
  };
  return { trace: silent, debug: silent, info: silent, warn: listen, error: listen, fatal: silent };
}

const UNUSABLE_REPLY =
  /^(Tagged response for an unknown tag|Failed to process (untagged response|continuation response)|Invalid entries in the E?SEARCH)/;

function readWarning(entry: unknown): ClientWarning | null {
  if (typeof entry !== "object" || entry === null) return null;
  if ("payloadBytes" in entry) return "lixo";
  const msg = "msg" in entry && typeof entry.msg === "string" ? entry.msg : "";
  if (msg === "Throttling detected") return "devagar";
  return UNUSABLE_REPLY.test(msg) ? "lixo" : null;
}
