import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { MailOutage } from "../failure/outage.ts";
import { checkCertificado, protecaoOf, tlsOptions } from "../network/connection.ts";
import type { Destino, RedePolitica } from "../network/endpoint.ts";
import type { CaixaConfig } from "../source/mail-source.ts";

/** A token of an answer as imapflow parses it; NIL is null, a parenthesized list an array. */
export type Termo = { type: string; value?: string | Buffer; section?: Termo[] } | null | Termo[];

/** An untagged answer: `* 5 FETCH (…)` has `command` "5" and FETCH as its first attribute. */
export type Resposta = { command: string; attributes?: Termo[] };

/** What imapflow's own commands are made of, but its types leave out. Held by the pinned version and by imap-source.test. */
type Interno = {
  exec(
    command: string,
    attributes: readonly unknown[] | false,
    options: { untagged: Record<string, (resposta: Resposta) => Promise<void>> },
  ): Promise<{ next(): void }>;
  authenticate(): Promise<boolean>;
  socket: Socket | TLSSocket | false | null;
};

/** What imapflow would only write to a log: an answer it could not use, or a server that asks us to slow down. */
export type Aviso = "lixo" | "devagar";

/** What we listen for while a session lives. */
type Ouvinte = { aviso(aviso: Aviso): void; entrando(): void };

/** Longest line without a literal: the UIDs of a million messages in one answer. */
const LINHA_MAX_BYTES = 16 * 1024 * 1024;

/** Literals never bounded below this: a folder name may be one, whatever the size allowed to a message. */
const LITERAL_MIN_BYTES = 65_536;

/** Silence that imapflow itself takes for a lost connection: never reached, since every call has shorter deadlines and IDLE is renewed. */
const SOCKET_MS = 60 * 60_000;

/**
 * One imapflow client that has not dialled yet, with every default that could hurt us turned off: it dials the checked
 * address, logs nothing, compresses nothing, starts no IDLE and enables no extension by itself, and its limits are ours
 * instead of 1 GB. Before the password goes out, the protection that the mailbox asks for is proved once more.
 */
export function createClient(
  alvo: { destino: Destino; endereco: string; prazoMs: number },
  caixa: CaixaConfig,
  rede: RedePolitica,
): { client: ImapFlow; listen: (ouvinte: Ouvinte) => void } {
  let ouvinte: Ouvinte = { aviso: () => undefined, entrando: () => undefined };
  const logger = createLogger((aviso) => ouvinte.aviso(aviso));
  const client = new ImapFlow({ ...optionsOf(alvo, caixa, rede), logger });
  const interno = internoOf(client);
  const signIn = interno.authenticate.bind(client);
  interno.authenticate = async () => {
    proveProtecao(interno.socket, caixa);
    ouvinte.entrando();
    return signIn();
  };
  const listen = (next: Ouvinte): void => {
    ouvinte = next;
  };
  return { client, listen };
}

/** The parts of a client that its types do not name. */
export function internoOf(client: ImapFlow): Interno {
  const interno = client as unknown as Interno;
  if (typeof interno.exec !== "function" || typeof interno.authenticate !== "function") {
    throw new Error("imapflow is not the version this was written against");
  }
  return interno;
}

function optionsOf(
  alvo: { destino: Destino; endereco: string; prazoMs: number },
  caixa: CaixaConfig,
  rede: RedePolitica,
): ImapFlowOptions {
  const protecao = protecaoOf(caixa.tipo);
  const literalMax = Math.max(rede.maxBytes, LITERAL_MIN_BYTES);
  return {
    host: alvo.endereco,
    port: alvo.destino.porta,
    secure: protecao === "tls",
    // true: required, and nothing but TLS follows; false: not even when offered
    doSTARTTLS: protecao === "starttls",
    tls: tlsOptions(alvo.destino, caixa.certificadoFixado, rede),
    auth: authOf(caixa),
    clientInfo: { name: "Malote", version: false, vendor: false, "support-url": false },
    connectionTimeout: Math.max(alvo.prazoMs, 1),
    greetingTimeout: rede.ociosoMs,
    socketTimeout: SOCKET_MS,
    maxLineLength: LINHA_MAX_BYTES,
    maxLiteralSize: literalMax,
    maxResponseSize: literalMax + LINHA_MAX_BYTES,
    disableCompression: true,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableBinary: true,
  };
}

function authOf({ usuario, entrada }: CaixaConfig): { user: string; pass?: string; accessToken?: string } {
  return entrada.kind === "senha"
    ? { user: usuario, pass: entrada.senha }
    : { user: usuario, accessToken: entrada.token };
}

/** @throws MailOutage tls */
function proveProtecao(socket: Interno["socket"], caixa: CaixaConfig): void {
  if (protecaoOf(caixa.tipo) === "nenhuma") return;
  if (!(socket instanceof TLSSocket)) throw new MailOutage("tls", "no TLS before the password");
  checkCertificado(socket, caixa.certificadoFixado);
}

/** @NOTE Nothing is written anywhere: what imapflow logs holds the user's name and the server's words. Only two of its
 * warnings are told on, because it goes on after them as if nothing were missing. */
function createLogger(onAviso: (aviso: Aviso) => void): NonNullable<ImapFlowOptions["logger"]> {
  const silent = (): void => undefined;
  const listen = (entry: unknown): void => {
    const aviso = readAviso(entry);
    if (aviso !== null) onAviso(aviso);
  };
  return { trace: silent, debug: silent, info: silent, warn: listen, error: listen, fatal: silent };
}

const LIXO =
  /^(Tagged response for an unknown tag|Failed to process (untagged response|continuation response)|Invalid entries in the E?SEARCH)/;

function readAviso(entry: unknown): Aviso | null {
  if (typeof entry !== "object" || entry === null) return null;
  if ("payloadBytes" in entry) return "lixo";
  const msg = "msg" in entry && typeof entry.msg === "string" ? entry.msg : "";
  if (msg === "Throttling detected") return "devagar";
  return LIXO.test(msg) ? "lixo" : null;
}
