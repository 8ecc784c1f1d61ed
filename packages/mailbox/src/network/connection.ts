import { X509Certificate } from "node:crypto";
import { connect, isIP, type Socket } from "node:net";
import {
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { MailOutage, toOutage } from "../failure/outage.ts";
import type { MailboxType } from "../source/mail-source.ts";
import type { Endpoint, NetworkPolicy } from "./endpoint.ts";

/** Default port of each mailbox type.  @source RFC 8314 §3, RFC 1939 §3, RFC 9051 §2.1 */
export const DEFAULT_PORT: Record<MailboxType, number> = {
  pop3: 110,
  "pop3-starttls": 110,
  spop3: 995,
  imap: 143,
  "imap-starttls": 143,
  imaps: 993,
};

/** When TLS begins: never, after a command in the clear, or with the first byte. */
export function protectionOf(tipo: MailboxType): "nenhuma" | "starttls" | "tls" {
  if (tipo === "spop3" || tipo === "imaps") return "tls";
  return tipo.endsWith("-starttls") ? "starttls" : "nenhuma";
}

/**
 * TLS options for a checked destination: TLS 1.2+, SNI for names. Set `host` to an address, not the name.
 * @NOTE with a pinned certificate the handshake verifies nothing: {@link checkCertificate} comes first.
 */
export function tlsOptions(
  endpoint: { nome: string },
  certificadoFixado: string | null | undefined,
  network: Pick<NetworkPolicy, "trustedCas">,
): ConnectionOptions {
  const sni = isIP(endpoint.nome) ? {} : { servername: endpoint.nome };
  return { ...sni, secureContext: contextOf(network.trustedCas), rejectUnauthorized: !certificadoFixado };
}

/** Keyed by the text of the anchors: an installation has one list of them, or none. */
const contexts = new Map<string, SecureContext>();
const CONTEXTS_MAX = 8;

/**
 * @NOTE parsing the authorities of Node blocks for tens of milliseconds: once per list of anchors,
 * not per connection.
 */
function contextOf(trustedCas: readonly string[] = []): SecureContext {
  const key = trustedCas.join("\n");
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const ca = trustedCas.length > 0 ? { ca: [...rootCertificates, ...trustedCas] } : {};
  const context = createSecureContext({ ...ca, minVersion: "TLSv1.2" });
  if (contexts.size >= CONTEXTS_MAX) contexts.clear();
  contexts.set(key, context);
  return context;
}

/**
 * Checks the certificate against the pinned SHA-256 fingerprint, or the verification of Node if
 * none is pinned.
 * @throws MailOutage tls
 */
export function checkCertificate(socket: TLSSocket, certificadoFixado: string | null | undefined): void {
  if (!certificadoFixado) {
    if (socket.authorized) return;
    throw new MailOutage("tls", "certificate not verified", { codigo: "tls-falhou" });
  }
  if (findPresented(socket)?.fingerprint256 === certificadoFixado) return;
  throw new MailOutage("tls", "not the pinned certificate", { codigo: "tls-outro-certificado" });
}

/**
 * The certificate a server presented, for a person to compare; `impressao` is its SHA-256,
 * `AA:BB:…`.
 */
export type PeerCertificate = {
  impressao: string;
  titular: string;
  emissor: string;
  validoDe: Date;
  validoAte: Date;
};

/** Reads the human-readable fields of the certificate.  @returns null before the handshake */
export function readCertificate(socket: TLSSocket): PeerCertificate | null {
  const presented = findPresented(socket);
  if (presented === null) return null;
  return {
    impressao: presented.fingerprint256,
    titular: nameOf(presented, "subject"),
    emissor: nameOf(presented, "issuer"),
    validoDe: new Date(presented.validFrom),
    validoAte: new Date(presented.validTo),
  };
}

/** @NOTE not getPeerX509Certificate, which returns a value only on its first call (Node 20). */
function findPresented(socket: TLSSocket): X509Certificate | null {
  const seen: { raw?: unknown } | null = socket.getPeerCertificate();
  return seen?.raw instanceof Uint8Array ? new X509Certificate(seen.raw) : null;
}

/** The common name, or the whole name on one line. */
function nameOf(certificate: X509Certificate, of: "subject" | "issuer"): string {
  const lines = (certificate[of] ?? "").split("\n");
  const common = lines.find((line) => line.startsWith("CN="));
  return (common?.slice(3) ?? lines.join(", ")).slice(0, 300);
}

/**
 * Yields the addresses to try until an instant (ms), each with an equal share of the time left. The
 * share keeps one unresponsive address from using the time of the next.
 */
export function* shareTime(
  addresses: readonly string[],
  until: number,
): Generator<{ address: string; timeoutMs: number }> {
  for (const [tried, address] of addresses.entries()) {
    const left = until - Date.now();
    if (left <= 0 && tried > 0) return;
    yield { address, timeoutMs: Math.max(1, left / (addresses.length - tried)) };
  }
}

/**
 * Opens a TCP connection to the first checked address that answers, under one connect deadline for
 * all.
 * @throws MailOutage recusada, tempo, interrompida
 */
export async function connectTcp(endpoint: Endpoint, network: NetworkPolicy): Promise<Socket> {
  const until = Date.now() + network.conexaoMs;
  let failure = new MailOutage("recusada", "no address");
  for (const { address, timeoutMs } of shareTime(endpoint.enderecos, until)) {
    const socket = connect({ host: address, port: endpoint.porta });
    socket.on("error", () => undefined); // @NOTE handles errors while no other listener is attached
    try {
      await whenOpen(socket, { evento: "connect", timeoutMs });
      return socket;
    } catch (error) {
      failure = toOutage(error);
    }
  }
  throw failure;
}

/**
 * Starts TLS on an open connection and verifies the certificate.
 * @throws MailOutage tls, tempo, interrompida
 */
export async function startTls(
  socket: Socket,
  target: { nome: string; certificadoFixado?: string | null },
  network: NetworkPolicy,
): Promise<TLSSocket> {
  // without SNI (an IP), Node verifies the certificate against `host`
  const secure = connectTls({
    ...tlsOptions(target, target.certificadoFixado, network),
    host: target.nome,
    socket,
  });
  secure.on("error", () => undefined);
  try {
    await whenOpen(secure, { evento: "secureConnect", timeoutMs: network.conexaoMs });
    checkCertificate(secure, target.certificadoFixado);
    return secure;
  } catch (error) {
    secure.destroy();
    socket.destroy();
    throw toOutage(error);
  }
}

/**
 * Handshakes without verification, to read the certificate. Send nothing secret over such a
 * connection.
 * @returns the reason not to trust it, or null   @throws MailOutage tls, tempo, interrompida
 */
export async function handshakeUnverified(
  socket: Socket,
  target: { nome: string; certificadoFixado?: string | null },
  network: NetworkPolicy,
): Promise<{ secure: TLSSocket; refusal: MailOutage | null }> {
  const options = { ...tlsOptions(target, null, network), rejectUnauthorized: false };
  const secure = connectTls({ ...options, host: target.nome, socket });
  secure.on("error", () => undefined);
  try {
    await whenOpen(secure, { evento: "secureConnect", timeoutMs: network.conexaoMs });
  } catch (error) {
    socket.destroy();
    throw toOutage(error);
  }
  return { secure, refusal: findRefusal(secure, target.certificadoFixado) };
}

function findRefusal(secure: TLSSocket, certificadoFixado: string | null | undefined): MailOutage | null {
  // @NOTE Node types it as Error, but it is a string.
  const code = String(secure.authorizationError ?? "");
  if (!certificadoFixado && !secure.authorized)
    return toOutage(Object.assign(new Error("certificate"), { code }));
  try {
    checkCertificate(secure, certificadoFixado);
    return null;
  } catch (error) {
    return toOutage(error);
  }
}

function whenOpen(socket: Socket, delay: { evento: string; timeoutMs: number }): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (error?: unknown): void => {
      clearTimeout(timer);
      socket.removeListener(delay.evento, opened);
      socket.removeListener("close", closed);
      socket.removeListener("error", settle);
      if (error === undefined) {
        resolve();
      } else {
        socket.destroy();
        reject(error);
      }
    };
    const opened = (): void => settle();
    const closed = (): void => settle(new MailOutage("interrompida", "closed before it was open"));
    const late = (): void => settle(new MailOutage("tempo", "connecting took too long"));
    const timer = setTimeout(late, Math.max(delay.timeoutMs, 0));
    socket.on("error", settle);
    socket.once(delay.evento, opened);
    socket.once("close", closed);
  });
}
