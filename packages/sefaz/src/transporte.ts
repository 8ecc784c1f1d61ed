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
  /** `umaVez`: what arrived must not arrive again; without it a question that met a connection which the server had closed is put once
   * more on a new one.
   * @throws SefazOutage for every fault of name, connection, handshake, time and size */
  post(url: URL, pedido: Pedido, como?: { umaVez: boolean }): Promise<Entrega>;
  /** Ends every connection once no question is under way; one that still comes is answered. */
  retire(): void;
  /** Ends every connection now. */
  close(): void;
}

const OCIOSO_MS = 60_000;
/** What is asked but once takes no connection that rested longer: servers close theirs after some seconds, and nobody could then tell
 * whether the question arrived. */
const OCIOSO_UMA_VEZ_MS = 2_000;
const CONEXOES_POR_HOST = 8;

/** Opens nothing until the first post. */
export function createTransporte(opcoes: TransporteOpcoes): Transporte {
  const agentes = new Map<string, Agent>();
  const contextOf = createContexts(opcoes);
  const agentOf = ({ host, hostname }: URL, ociosoMs: number): Agent => {
    const key = `${host} ${ociosoMs}`;
    const agente = agentes.get(key) ?? createAgent(hostname, contextOf(hostname), ociosoMs);
    agentes.set(key, agente);
    return agente;
  };
  let perguntas = 0;
  let aposentado = false;
  let fechado = false;
  const destroy = (): void => {
    for (const agente of agentes.values()) agente.destroy();
  };
  const retire = (): void => {
    aposentado = true;
    if (perguntas === 0) destroy();
  };
  const postOnce = (url: URL, pedido: Pedido, ateMs: number) =>
    send(url, pedido, { agent: agentOf(url, OCIOSO_UMA_VEZ_MS), ateMs });
  const postAgain = async (url: URL, pedido: Pedido, ateMs: number): Promise<Entrega> => {
    try {
      return await send(url, pedido, { agent: agentOf(url, OCIOSO_MS), ateMs });
    } catch (erro) {
      if (!(erro instanceof ConexaoVelha) || fechado) throw erro;
      return await send(url, pedido, { agent: createAgent(url.hostname, contextOf(url.hostname), 0), ateMs });
    }
  };
  return {
    post: async (url, pedido, { umaVez } = { umaVez: false }) => {
      perguntas += 1;
      try {
        return await (umaVez ? postOnce : postAgain)(url, pedido, Date.now() + opcoes.timeoutMs);
      } finally {
        perguntas -= 1;
        if (aposentado) retire();
      }
    },
    retire,
    close: () => {
      fechado = true;
      destroy();
    },
  };
}

/** ociosoMs: how long a connection is kept that nobody uses; 0 = not at all. */
function createAgent(hostname: string, secureContext: SecureContext, ociosoMs: number): Agent {
  return new Agent({
    keepAlive: ociosoMs > 0,
    maxSockets: CONEXOES_POR_HOST,
    timeout: ociosoMs || OCIOSO_MS,
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

/** The server closed a kept connection as we wrote on it: the question most likely never arrived, which nobody can say for sure. */
class ConexaoVelha extends SefazOutage {}

function send(url: URL, pedido: Pedido, { agent, ateMs }: Tentativa): Promise<Entrega> {
  return new Promise((resolve, reject) => {
    const req = request(optionsOf(url, pedido, agent));
    let respondeu = false;
    const prazo = setTimeout(() => {
      reject(new SefazOutage("tempo", url.host));
      req.destroy();
    }, ateMs - Date.now());
    const end = (resultado: Entrega | SefazOutage): void => {
      clearTimeout(prazo);
      if (resultado instanceof SefazOutage) reject(resultado);
      else resolve(resultado);
    };
    req.on("error", (erro: NodeJS.ErrnoException) => {
      const velha = req.reusedSocket && erro.code === "ECONNRESET" && !respondeu;
      end(velha ? new ConexaoVelha("interrompida", url.host, { cause: erro }) : toOutage(erro, url.host));
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
