import { isIP } from "node:net";
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from "node:tls";
import { type Client, Pool } from "undici";
import type { CertificadoA1 } from "../certificado/certificado.ts";
import type { SoapRequest } from "../soap/envelope.ts";
import { createConnection, type HttpResponse, postTo, StaleConnection } from "./connection.ts";

/** TLS options that an old host may need; none of them changes which CAs are trusted. `secureOptions`:
 * SSL_OP_LEGACY_SERVER_CONNECT for legacy renegotiation; `ciphers`: for a small DH. */
export type TlsOverride = Pick<SecureContextOptions, "secureOptions" | "ciphers" | "ecdhCurve">;

/** Client certificate, trusted CAs, timeout and TLS overrides. */
export type TransportOptions = {
  certificado: CertificadoA1;
  trustedCas: readonly string[];
  timeoutMs: number;
  tlsOverride: (host: string) => TlsOverride | undefined;
};

/** POST over mutual TLS, with connections kept alive per host. */
export interface Transport {
  /** Without `once`, a request on a kept connection that the server had closed is sent once more on a
   * new one.
   * @throws SefazOutage for every failure of name, connection, handshake, timeout and size */
  post(url: URL, request: SoapRequest, options?: { once: boolean }): Promise<HttpResponse>;
  /** Closes every connection as soon as no request is in flight; a request that arrives later is still
   * answered. */
  retire(): void;
  /** Closes every connection now. */
  close(): void;
}

const IDLE_MS = 60_000;
/** A request sent only once takes no connection idle for two seconds (undici's timers may be one second
 * late): servers close idle ones after some seconds, and then it is unknown whether the request arrived. */
const IDLE_ONCE_MS = 1_000;
const CONNECTIONS_PER_HOST = 8;

/** Opens no connection before the first post. */
export function createTransport(options: TransportOptions): Transport {
  const pools = new Map<string, Pool>();
  const contextOf = createContexts(options);
  const optionsOf = ({ hostname }: URL, idleMs: number): Client.Options => ({
    pipelining: 1,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // A single timeout covers the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: options.timeoutMs,
      secureContext: contextOf(hostname),
      servername: isIP(hostname) ? "" : hostname,
    },
  });
  const poolOf = (url: URL, idleMs: number): Pool => {
    const key = `${url.host} ${idleMs}`;
    const pool =
      pools.get(key) ??
      new Pool(url.origin, {
        ...optionsOf(url, idleMs),
        connections: CONNECTIONS_PER_HOST,
        factory: createConnection,
      });
    pools.set(key, pool);
    return pool;
  };
  let inFlight = 0;
  let retired = false;
  let closed = false;
  const destroy = (): void => {
    for (const pool of pools.values()) void pool.destroy();
    pools.clear();
  };
  const retire = (): void => {
    retired = true;
    if (inFlight === 0) destroy();
  };
  const postWithRetry = async (url: URL, request: SoapRequest, deadlineMs: number): Promise<HttpResponse> => {
    try {
      return await postTo(poolOf(url, IDLE_MS), url, { request, deadlineMs });
    } catch (error) {
      if (!(error instanceof StaleConnection) || closed) throw error;
      const fresh = createConnection(url.origin, optionsOf(url, IDLE_MS));
      return await postTo(fresh, url, { request, deadlineMs }).finally(() => fresh.destroy());
    }
  };
  return {
    post: async (url, request, { once } = { once: false }) => {
      const deadlineMs = Date.now() + options.timeoutMs;
      inFlight += 1;
      try {
        if (once) return await postTo(poolOf(url, IDLE_ONCE_MS), url, { request, deadlineMs });
        return await postWithRetry(url, request, deadlineMs);
      } finally {
        inFlight -= 1;
        if (retired) retire();
      }
    },
    retire,
    close: () => {
      closed = true;
      destroy();
    },
  };
}

/** One context serves all hosts without an override: each costs 1 MB and 40 ms, mostly for the root
 * certificates. */
function createContexts(options: TransportOptions): (hostname: string) => SecureContext {
  let shared: SecureContext | undefined;
  return (hostname) => {
    const tlsOptions = options.tlsOverride(hostname);
    if (tlsOptions) return createContext(options, tlsOptions);
    shared ??= createContext(options, {});
    return shared;
  };
}

// @NOTE `ca` replaces Node's roots instead of adding to them; the chains of SEFAZ are mixed: ICP-Brasil,
// Sectigo, DigiCert…
function createContext(options: TransportOptions, tlsOptions: TlsOverride): SecureContext {
  const { chavePem, certificadoPem, cadeiaPem } = options.certificado;
  return createSecureContext({
    ...tlsOptions,
    key: chavePem,
    cert: [certificadoPem, ...cadeiaPem].join("\n"),
    ca: [...rootCertificates, ...options.trustedCas],
    minVersion: "TLSv1.2",
  });
}
