import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { MailOutage } from "../failure/outage.ts";
import { checkCertificado, protecaoOf, tlsOptions } from "../network/connection.ts";
import type { Destino, RedePolitica } from "../network/endpoint.ts";
import type { CaixaConfig } from "../source/mail-source.ts";

/** A token of a reply as imapflow parses it; NIL is null, a parenthesized list an array. */
export type Termo = { type: string; value?: string | Buffer; section?: Termo[] } | null | Termo[];

/** An untagged reply: `* 5 FETCH (…)` has `command` "5" and FETCH as its first attribute. */
export type Resposta = { command: string; attributes?: Termo[] };

/**
 * Internals that the types of imapflow omit. The pinned version and the IMAP source tests guard
 * them.
 */
type Interno = {
  exec(
    command: string,
    attributes: readonly unknown[] | false,
    options: { untagged: Record<string, (resposta: Resposta) => Promise<void>> },
  ): Promise<{ next(): void }>;
  authenticate(): Promise<boolean>;
  socket: Socket | TLSSocket | false | null;
};

/**
 * Events that imapflow only logs: an unusable reply, or a server that asks the client to slow down.
 */
export type Aviso = "lixo" | "devagar";

/** Callbacks of a session. */
type Ouvinte = { aviso(aviso: Aviso): void; entrando(): void };

/** Longest line without a literal: the UIDs of a million messages in one reply. */
const LINHA_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Lower bound of the literal limit: a folder name may be a literal, whatever the message size
 * limit.
 */
const LITERAL_MIN_BYTES = 65_536;

/**
 * Idle timeout of imapflow: never reached, since each call has shorter deadlines and IDLE is
 * renewed.
 */
const SOCKET_MS = 60 * 60_000;

/**
 * Creates an unconnected client for the checked address: no logs, compression, automatic IDLE or
 * extensions. Our limits replace its 1 GB, and TLS is checked again before sign-in.
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

/** Accesses internals that the types do not declare. */
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
    // true requires STARTTLS before anything else; false ignores it even when offered
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

/**
 * @NOTE writes nothing: the log entries of imapflow contain the user name and server text. Only two
 * warnings are forwarded, because imapflow continues after them as if nothing were missing.
 */
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
