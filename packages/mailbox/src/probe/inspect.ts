import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { MailOutage, toOutage } from "../failure/outage.ts";
import { connectTcp, handshakeUnverified, protectionOf, readCertificate } from "../network/connection.ts";
import type { Endpoint, NetworkPolicy } from "../network/endpoint.ts";
import { LineReader } from "../pop3/framing.ts";
import type { MailboxConfig, MailboxType } from "../source/mail-source.ts";
import type { StepLog } from "./step-log.ts";

type Inspection = { mailbox: InspectionTarget; endpoint: Endpoint; network: NetworkPolicy; log: StepLog };
type InspectionTarget = Pick<MailboxConfig, "tipo" | "certificadoFixado">;

/** Most lines an IMAP server may send before its reply to STARTTLS. */
const LINES_MAX = 50;

/**
 * Inspects the server: TCP, TLS (or the greeting and STARTTLS), greeting, then disconnects. It
 * sends no credentials, so an untrusted certificate may be inspected too.
 * @throws MailOutage
 */
export async function inspectServer(inspection: Inspection): Promise<void> {
  const { mailbox, endpoint, network, log } = inspection;
  const protection = protectionOf(mailbox.tipo);
  const tcp = await log.step(
    "tcp",
    () => connectTcp(endpoint, network),
    () => ({ codigo: "tcp-aberta", valores: { porta: endpoint.porta } }),
  );
  try {
    if (protection === "tls") {
      await greet(await protect(tcp, inspection), inspection);
    } else {
      await greet(tcp, inspection);
      if (protection === "starttls") await protect(tcp, inspection);
    }
  } finally {
    tcp.destroy();
  }
}

function greet(socket: Socket, { mailbox, network, log }: Inspection): Promise<void> {
  return log.step(
    "saudacao",
    () => readGreeting(socket, mailbox.tipo, network),
    () => ({ codigo: "saudacao-recebida" }),
  );
}

function protect(tcp: Socket, { mailbox, endpoint, network, log }: Inspection): Promise<TLSSocket> {
  const { tipo, certificadoFixado } = mailbox;
  const work = async (): Promise<TLSSocket> => {
    if (protectionOf(tipo) === "starttls") await requestStartTls(tcp, tipo, network);
    const { secure, refusal } = await handshakeUnverified(
      tcp,
      { nome: endpoint.nome, certificadoFixado },
      network,
    );
    const certificate = readCertificate(secure);
    log.certificado = certificate && { ...certificate, confiavel: refusal === null };
    if (refusal === null) return secure;
    secure.destroy();
    throw refusal;
  };
  return log.step("tls", work, (secure) => ({
    codigo: certificadoFixado ? "tls-fixado" : "tls-verificado",
    valores: { protocolo: secure.getProtocol() ?? "" },
  }));
}

async function readGreeting(socket: Socket, tipo: MailboxType, network: NetworkPolicy): Promise<void> {
  const line = await readLine(socket, network);
  if (isImap(tipo) ? /^\* (OK|PREAUTH)\b/i.test(line) : /^\+OK/i.test(line)) return;
  if (isImap(tipo) ? /^\* BYE\b/i.test(line) : /^-ERR/i.test(line)) {
    throw new MailOutage("recusada", `greeting: ${line}`, { codigo: "saudacao-recusada" });
  }
  throw new MailOutage("protocolo", `greeting: ${line}`, { codigo: "saudacao-estranha" });
}

/** @source RFC 2595 §3, §4  @throws MailOutage tls */
async function requestStartTls(socket: Socket, tipo: MailboxType, network: NetworkPolicy): Promise<void> {
  socket.write(isImap(tipo) ? "a STARTTLS\r\n" : "STLS\r\n");
  let line = await readLine(socket, network);
  for (let read = 1; isImap(tipo) && line.startsWith("* ") && read < LINES_MAX; read++) {
    line = await readLine(socket, network);
  }
  if (!(isImap(tipo) ? /^a OK\b/i : /^\+OK/i).test(line)) {
    throw new MailOutage("tls", `STARTTLS refused: ${line}`, { codigo: "starttls-nao-oferecido" });
  }
  if (socket.read() !== null) {
    throw new MailOutage("tls", "bytes before the handshake", { codigo: "starttls-injetado" });
  }
}

function isImap(tipo: MailboxType): boolean {
  return tipo.startsWith("imap");
}

/**
 * Reads one line of a paused socket and pauses it again; bytes after the line stay in the socket.
 */
function readLine(socket: Socket, { ociosoMs }: NetworkPolicy): Promise<string> {
  const reader = new LineReader();
  return new Promise<string>((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      socket.pause();
      socket.removeListener("data", take);
      socket.removeListener("error", fail);
      socket.removeListener("end", end);
      socket.removeListener("close", end);
      act();
    };
    const fail = (error: unknown): void => settle(() => reject(toOutage(error)));
    const end = (): void => fail(new MailOutage("interrompida", "the server closed the connection"));
    const take = (chunk: Buffer): void => {
      try {
        const answer = reader.push(chunk);
        if (answer === null) return;
        settle(() => {
          if (answer.rest.length > 0) socket.unshift(answer.rest);
          resolve(answer.value);
        });
      } catch (error) {
        fail(error);
      }
    };
    const timer = setTimeout(() => fail(new MailOutage("tempo", `silent for ${ociosoMs} ms`)), ociosoMs);
    socket.on("data", take);
    socket.once("error", fail);
    socket.once("end", end);
    socket.once("close", end);
    if (socket.destroyed) end();
    else socket.resume();
  });
}
