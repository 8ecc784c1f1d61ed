import type { IncomingMessage } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { isIP } from "node:net";
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from "node:tls";
import type { CertificadoA1 } from "./certificado.ts";
import type { Pedido, Recebido } from "./envelope.ts";
import { causaOfError, SefazOutage } from "./outage.ts";

/** What an old host may need of the handshake; whom to trust is not among it.
 * SSL_OP_LEGACY_SERVER_CONNECT (`secureOptions`) for legacy renegotiation, `ciphers` for a small DH. */
export type AjusteTls = Pick<SecureContextOptions, "secureOptions" | "ciphers" | "ecdhCurve">;

/** Who we are, whom we trust and how long we wait. */
export type TransporteOpcoes = {
  certificado: CertificadoA1;
  ancoras: readonly string[];
  timeoutMs: number;
  ajusteTls: (host: string) => AjusteTls | undefined;
};

/** What came back, with its HTTP status. */
export type Entrega = Recebido & { status: number; retryAfter: string | undefined };

/** Mutual-TLS POST, with connections kept alive per host. */
export interface Transporte {
  /** @throws SefazOutage for every fault of name, connection, handshake, time and size */
  post(url: URL, pedido: Pedido): Promise<Entrega>;
  close(): void;
}

const OCIOSO_MS = 60_000;
const CONEXOES_POR_HOST = 8;

/** Opens nothing until the first post. */
export function createTransporte(opcoes: TransporteOpcoes): Transporte {
  const agentes = new Map<string, Agent>();
  const contextOf = createContexts(opcoes);
  const agentOf = ({ host, hostname }: URL): Agent => {
    const agente = agentes.get(host) ?? createAgent(hostname, contextOf(hostname));
    agentes.set(host, agente);
    return agente;
  };
  return {
    post: (url, pedido) => post(url, pedido, { agent: agentOf(url), ateMs: Date.now() + opcoes.timeoutMs }),
    close: () => {
      for (const agente of agentes.values()) agente.destroy();
    },
  };
}

function createAgent(hostname: string, secureContext: SecureContext): Agent {
  return new Agent({
    keepAlive: true,
    maxSockets: CONEXOES_POR_HOST,
    timeout: OCIOSO_MS,
    secureContext,
    servername: isIP(hostname) ? "" : hostname,
  });
}

/** One context for all hosts that need nothing of their own: each costs 1 MB and 40 ms, most of it the roots. */
function createContexts(opcoes: TransporteOpcoes): (hostname: string) => SecureContext {
  let comum: SecureContext | undefined;
  return (hostname) => {
    const ajuste = opcoes.ajusteTls(hostname);
    if (ajuste) return createContext(opcoes, ajuste);
    comum ??= createContext(opcoes, {});
    return comum;
  };
}

// @NOTE `ca` replaces Node's roots instead of adding to them, and SEFAZ's chains are mixed: ICP-Brasil, Sectigo, DigiCert…
function createContext(opcoes: TransporteOpcoes, ajuste: AjusteTls): SecureContext {
  const { chavePem, certificadoPem, cadeiaPem } = opcoes.certificado;
  return createSecureContext({
    ...ajuste,
    key: chavePem,
    cert: [certificadoPem, ...cadeiaPem].join("\n"),
    ca: [...rootCertificates, ...opcoes.ancoras],
    minVersion: "TLSv1.2",
  });
}

type Tentativa = { agent: Agent; ateMs: number };

async function post(url: URL, pedido: Pedido, tentativa: Tentativa): Promise<Entrega> {
  for (;;) {
    const resultado = await send(url, pedido, tentativa);
    if (resultado !== "conexao-velha") return resultado;
  }
}

/** `conexao-velha`: the server closed a kept connection as we wrote on it, so the question never arrived. Each costs the pool
 * one connection, and a new one is never old: the loop above ends. */
function send(url: URL, pedido: Pedido, { agent, ateMs }: Tentativa): Promise<Entrega | "conexao-velha"> {
  return new Promise((resolve, reject) => {
    const req = request(optionsOf(url, pedido, agent));
    let respondeu = false;
    const prazo = setTimeout(() => {
      reject(new SefazOutage("tempo", url.host));
      req.destroy();
    }, ateMs - Date.now());
    const end = (resultado: Entrega | "conexao-velha" | SefazOutage): void => {
      clearTimeout(prazo);
      if (resultado instanceof SefazOutage) reject(resultado);
      else resolve(resultado);
    };
    req.on("error", (erro: NodeJS.ErrnoException) => {
      const velha = req.reusedSocket && erro.code === "ECONNRESET" && !respondeu;
      end(velha ? "conexao-velha" : toOutage(erro, url.host));
    });
    req.on("response", (res) => {
      respondeu = true;
      collect(res, { maxBytes: pedido.respostaMaxBytes, host: url.host, end });
    });
    // @NOTE as a text of one byte per character it leaves with its header in one write, and so in one TLS record.
    req.end(Buffer.from(pedido.bytes).toString("latin1"), "latin1");
  });
}

function optionsOf(url: URL, { contentType, bytes }: Pedido, agent: Agent): RequestOptions {
  return {
    agent,
    method: "POST",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: url.pathname,
    headers: { "content-type": contentType, "content-length": bytes.length, "accept-encoding": "identity" },
  };
}

function toOutage(erro: unknown, host: string): SefazOutage {
  return erro instanceof SefazOutage ? erro : new SefazOutage(causaOfError(erro), host, { cause: erro });
}

type Coleta = { maxBytes: number; host: string; end: (resultado: Entrega | SefazOutage) => void };

function collect(res: IncomingMessage, { maxBytes, host, end }: Coleta): void {
  const partes: Buffer[] = [];
  let tamanho = 0;
  res.on("data", (parte: Buffer) => {
    tamanho += parte.length;
    partes.push(parte);
    if (tamanho > maxBytes) res.destroy(new SefazOutage("resposta-grande-demais", `over ${maxBytes} bytes`));
  });
  res.on("error", (erro) => end(toOutage(erro, host)));
  res.on("end", () =>
    end({
      status: res.statusCode ?? 0,
      contentType: res.headers["content-type"] ?? "",
      retryAfter: res.headers["retry-after"],
      bytes: partes.length === 1 && partes[0] ? partes[0] : Buffer.concat(partes),
    }),
  );
}
