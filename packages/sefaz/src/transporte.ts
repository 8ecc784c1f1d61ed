import { isIP } from "node:net";
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from "node:tls";
import { type Client, Pool } from "undici";
import type { CertificadoA1 } from "./certificado.ts";
import { ConexaoVelha, createConexao, type Entrega, postTo } from "./conexao.ts";
import type { Pedido } from "./envelope.ts";

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
/** What is asked but once takes no connection that rested for two seconds (undici's timers may be late by one): servers close theirs
 * after some seconds, and nobody could then tell whether the question arrived. */
const OCIOSO_UMA_VEZ_MS = 1_000;
const CONEXOES_POR_HOST = 8;

/** Opens nothing until the first post. */
export function createTransporte(opcoes: TransporteOpcoes): Transporte {
  const pools = new Map<string, Pool>();
  const contextOf = createContexts(opcoes);
  const optionsOf = ({ hostname }: URL, ociosoMs: number): Client.Options => ({
    pipelining: 1,
    keepAliveTimeout: ociosoMs,
    keepAliveMaxTimeout: ociosoMs,
    // One limit holds for the whole question.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: opcoes.timeoutMs,
      secureContext: contextOf(hostname),
      servername: isIP(hostname) ? "" : hostname,
    },
  });
  const poolOf = (url: URL, ociosoMs: number): Pool => {
    const key = `${url.host} ${ociosoMs}`;
    const pool =
      pools.get(key) ??
      new Pool(url.origin, {
        ...optionsOf(url, ociosoMs),
        connections: CONEXOES_POR_HOST,
        factory: createConexao,
      });
    pools.set(key, pool);
    return pool;
  };
  let perguntas = 0;
  let aposentado = false;
  let fechado = false;
  const destroy = (): void => {
    for (const pool of pools.values()) void pool.destroy();
    pools.clear();
  };
  const retire = (): void => {
    aposentado = true;
    if (perguntas === 0) destroy();
  };
  const postAgain = async (url: URL, pedido: Pedido, ateMs: number): Promise<Entrega> => {
    try {
      return await postTo(poolOf(url, OCIOSO_MS), url, { pedido, ateMs });
    } catch (erro) {
      if (!(erro instanceof ConexaoVelha) || fechado) throw erro;
      const nova = createConexao(url.origin, optionsOf(url, OCIOSO_MS));
      return await postTo(nova, url, { pedido, ateMs }).finally(() => nova.destroy());
    }
  };
  return {
    post: async (url, pedido, { umaVez } = { umaVez: false }) => {
      const ateMs = Date.now() + opcoes.timeoutMs;
      perguntas += 1;
      try {
        if (umaVez) return await postTo(poolOf(url, OCIOSO_UMA_VEZ_MS), url, { pedido, ateMs });
        return await postAgain(url, pedido, ateMs);
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
