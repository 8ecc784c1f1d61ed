import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { MailOutage, toOutage } from "../failure/outage.ts";
import { connectTcp, lookTls, protecaoOf, readCertificado } from "../network/connection.ts";
import type { Destino, RedePolitica } from "../network/endpoint.ts";
import { LineReader } from "../pop3/framing.ts";
import type { CaixaConfig, TipoCaixa } from "../source/mail-source.ts";
import type { Diario } from "./step-log.ts";

type Visita = { caixa: CaixaAlvo; destino: Destino; rede: RedePolitica; diario: Diario };
type CaixaAlvo = Pick<CaixaConfig, "tipo" | "certificadoFixado">;

/** Most lines an IMAP server may send before its reply to STARTTLS. */
const LINHAS_MAX = 50;

/**
 * Inspects the server: TCP, TLS (or the greeting and STARTTLS), greeting, then disconnects. It
 * sends no credentials, so an untrusted certificate may be inspected too.
 * @throws MailOutage
 */
export async function visitServidor(visita: Visita): Promise<void> {
  const { caixa, destino, rede, diario } = visita;
  const protecao = protecaoOf(caixa.tipo);
  const tcp = await diario.step(
    "tcp",
    () => connectTcp(destino, rede),
    () => ({ codigo: "tcp-aberta", valores: { porta: destino.porta } }),
  );
  try {
    if (protecao === "tls") {
      await greet(await protect(tcp, visita), visita);
    } else {
      await greet(tcp, visita);
      if (protecao === "starttls") await protect(tcp, visita);
    }
  } finally {
    tcp.destroy();
  }
}

function greet(socket: Socket, { caixa, rede, diario }: Visita): Promise<void> {
  return diario.step(
    "saudacao",
    () => readGreeting(socket, caixa.tipo, rede),
    () => ({ codigo: "saudacao-recebida" }),
  );
}

function protect(tcp: Socket, { caixa, destino, rede, diario }: Visita): Promise<TLSSocket> {
  const { tipo, certificadoFixado } = caixa;
  const work = async (): Promise<TLSSocket> => {
    if (protecaoOf(tipo) === "starttls") await askStartTls(tcp, tipo, rede);
    const { secure, recusa } = await lookTls(tcp, { nome: destino.nome, certificadoFixado }, rede);
    const visto = readCertificado(secure);
    diario.certificado = visto && { ...visto, confiavel: recusa === null };
    if (recusa === null) return secure;
    secure.destroy();
    throw recusa;
  };
  return diario.step("tls", work, (secure) => ({
    codigo: certificadoFixado ? "tls-fixado" : "tls-verificado",
    valores: { protocolo: secure.getProtocol() ?? "" },
  }));
}

async function readGreeting(socket: Socket, tipo: TipoCaixa, rede: RedePolitica): Promise<void> {
  const line = await readLine(socket, rede);
  if (isImap(tipo) ? /^\* (OK|PREAUTH)\b/i.test(line) : /^\+OK/i.test(line)) return;
  if (isImap(tipo) ? /^\* BYE\b/i.test(line) : /^-ERR/i.test(line)) {
    throw new MailOutage("recusada", `greeting: ${line}`, { codigo: "saudacao-recusada" });
  }
  throw new MailOutage("protocolo", `greeting: ${line}`, { codigo: "saudacao-estranha" });
}

/** @source RFC 2595 §3, §4  @throws MailOutage tls */
async function askStartTls(socket: Socket, tipo: TipoCaixa, rede: RedePolitica): Promise<void> {
  socket.write(isImap(tipo) ? "a STARTTLS\r\n" : "STLS\r\n");
  let line = await readLine(socket, rede);
  for (let read = 1; isImap(tipo) && line.startsWith("* ") && read < LINHAS_MAX; read++) {
    line = await readLine(socket, rede);
  }
  if (!(isImap(tipo) ? /^a OK\b/i : /^\+OK/i).test(line)) {
    throw new MailOutage("tls", `STARTTLS refused: ${line}`, { codigo: "starttls-nao-oferecido" });
  }
  if (socket.read() !== null) {
    throw new MailOutage("tls", "bytes before the handshake", { codigo: "starttls-injetado" });
  }
}

function isImap(tipo: TipoCaixa): boolean {
  return tipo.startsWith("imap");
}

/**
 * Reads one line of a paused socket and pauses it again; bytes after the line stay in the socket.
 */
function readLine(socket: Socket, { ociosoMs }: RedePolitica): Promise<string> {
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
