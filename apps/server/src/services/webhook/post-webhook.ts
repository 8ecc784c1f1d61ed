import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import type { WebhookFailure } from "@malote/contract";
import {
  connectTcp,
  DEFAULT_NETWORK,
  type Endpoint,
  MailOutage,
  type NetworkPolicy,
  type Resolver,
  resolveEndpoint,
  startTls,
  toOutage,
} from "@malote/mailbox";
import { HOUR_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { type Attempt, portOf } from "./webhook.rules.ts";

/**
 * Longest time of one attempt, from name resolution to the response head.
 * @source Standard Webhooks: 15 to 30 s
 */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Longest wait for name resolution while an address is saved. */
const CHECK_TIMEOUT_MS = 3_000;
/** Bytes of a response that are read, and characters that are stored. */
const READ_MAX_BYTES = 16_384;
const STORED_MAX = 1_000;
/** Wait for the rest of a response body, once its status is known. */
const BODY_TIMEOUT_MS = 2_000;
/** Longest Retry-After that is honoured. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
const USER_AGENT = "Malote-Webhook/1.0";

/**
 * Network policy for the receivers of a conta. sandbox:
 * a demo conta, whose receivers run on this machine.
 */
export function networkPolicyOf({ config }: Pick<AppContext, "config">, sandbox: boolean): NetworkPolicy {
  const permitirPrivado = config.allowPrivate && sandbox;
  const policy = {
    ...DEFAULT_NETWORK,
    conexaoMs: ATTEMPT_TIMEOUT_MS,
    totalMs: ATTEMPT_TIMEOUT_MS,
    permitirPrivado,
  };
  return sandbox && config.sandbox ? { ...policy, trustedCas: [config.sandbox.info.ancoraPem] } : policy;
}

/**
 * Checks that a receiver may be reached as its name resolves now.
 * @throws MailOutage dns, endereco-proibido, tempo
 */
export async function checkReceiver(url: URL, policy: NetworkPolicy): Promise<void> {
  await resolveEndpoint(endpointOf(url), { ...policy, conexaoMs: CHECK_TIMEOUT_MS });
}

function endpointOf(url: URL) {
  return { servidor: url.hostname, porta: portOf(url), uso: "webhook" } as const;
}

/** One signed message. */
export type WebhookMessage = { id: string; timestamp: number; assinaturas: string; corpo: string };

/** HTTP client for one receiver. */
export type WebhookClient = { post(mensagem: WebhookMessage): Promise<Attempt>; close(): void };

/**
 * Opens a client for a receiver under the mailbox network policy: the name
 * is resolved once, its addresses are checked and dialled with the name as
 * SNI. Redirects are not followed; connections are kept until `close`.
 * @param resolver replaces name resolution in tests
 */
export function openWebhookClient(
  address: string,
  policy: NetworkPolicy,
  resolver?: Resolver,
): WebhookClient {
  const url = new URL(address);
  let endpoint: Promise<Endpoint> | undefined;
  let closed = false;
  const dial = async (): Promise<Duplex> => {
    endpoint ??= resolveEndpoint(endpointOf(url), policy, resolver);
    const found = await endpoint;
    const socket = await connectTcp(found, policy);
    const open = url.protocol === "https:" ? await startTls(socket, { nome: found.nome }, policy) : socket;
    if (closed) open.destroy();
    return open;
  };
  const agent = createAgent(dial);
  return {
    post: async (mensagem) => {
      const envio = { url, agent, prazoMs: policy.totalMs, mensagem };
      const first = await attempt(envio);
      // The server may have closed a kept connection at that moment; this does not count as a failure.
      if (!first.reused) return first.attempted;
      return (await attempt(envio)).attempted;
    },
    close: () => {
      closed = true;
      agent.destroy();
    },
  };
}

/**
 * @NOTE the agent resolves names by itself when it dials;
 * overriding createConnection is Node's documented alternative
 */
function createAgent(dial: () => Promise<Duplex>): Agent {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 8 });
  agent.createConnection = (_options, callback) => {
    dial().then(
      (socket) => callback?.(null, socket),
      (error: unknown) => callback?.(toOutage(error), undefined as never),
    );
    return undefined;
  };
  return agent;
}

type PostRequest = { url: URL; agent: Agent; prazoMs: number; mensagem: WebhookMessage };
type PostResult = { attempted: Attempt; reused: boolean };

function attempt({ url, agent, prazoMs, mensagem }: PostRequest): Promise<PostResult> {
  const { id, timestamp, assinaturas, corpo } = mensagem;
  const began = performance.now();
  return new Promise<PostResult>((resolve) => {
    let outgoing: ClientRequest | undefined;
    const end = (result: Omit<Attempt, "ms">, reused = false): void => {
      clearTimeout(timer);
      resolve({ attempted: { ...result, ms: Math.round(performance.now() - began) }, reused });
    };
    const fail = (error: unknown): void => {
      const reset = outgoing?.reusedSocket === true && toOutage(error).causa === "interrompida";
      end({ ...NO_RESPONSE, erro: failureOf(error) }, reset);
      outgoing?.destroy();
    };
    const timer = setTimeout(() => fail(new MailOutage("tempo", "no answer in time")), prazoMs);
    outgoing = request({
      agent,
      method: "POST",
      host: url.hostname,
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        host: url.host,
        "user-agent": USER_AGENT,
        accept: "*/*",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(corpo),
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": assinaturas,
      },
    });
    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      clearTimeout(timer);
      readAnswer(incoming).then(
        (responseText) => end(attemptOf(incoming, responseText)),
        (error: unknown) => fail(error),
      );
    });
    outgoing.end(corpo);
  });
}

const NO_RESPONSE = { ok: false, erro: null, status: null, resposta: null, aguardeMs: 0 } as const;

/**
 * Reads the start of a response. Only its status counts: a slow, broken or endless body is abandoned.
 */
function readAnswer(incoming: IncomingMessage): Promise<string> {
  return new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = (whole: boolean): void => {
      clearTimeout(timer);
      if (!whole) incoming.destroy();
      resolve(toStoredText(Buffer.concat(chunks)));
    };
    const timer = setTimeout(() => done(false), BODY_TIMEOUT_MS);
    incoming.on("data", (chunk: Buffer) => {
      if (length < READ_MAX_BYTES) chunks.push(chunk.subarray(0, READ_MAX_BYTES - length));
      length += chunk.length;
      if (length > READ_MAX_BYTES) done(false);
    });
    incoming.on("error", () => done(false));
    incoming.on("end", () => done(true));
  });
}

/** Text that may be stored and shown. PostgreSQL refuses NUL. */
function toStoredText(bytes: Buffer): string {
  return bytes
    .toString("utf8")
    .replace(/[^\P{Cc}\t\n\r]/gu, "")
    .slice(0, STORED_MAX);
}

function attemptOf({ statusCode = 0, headers }: IncomingMessage, responseText: string): Omit<Attempt, "ms"> {
  const ok = statusCode >= 200 && statusCode < 300;
  const aguardeMs = ok ? 0 : readRetryAfter(headers["retry-after"]);
  return {
    ok,
    erro: ok ? null : failureOfStatus(statusCode),
    status: statusCode,
    resposta: responseText,
    aguardeMs,
  };
}

function failureOfStatus(status: number): WebhookFailure {
  if (status === 410) return "recusado";
  return status >= 300 && status < 400 ? "redireciona" : "status";
}

/** Retry-After in seconds; a date is ignored, and the usual schedule applies. */
function readRetryAfter(text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return 0;
  return Math.min(Number(text) * 1_000, RETRY_AFTER_MAX_MS);
}

function failureOf(error: unknown): WebhookFailure {
  if (error instanceof Error && "code" in error && String(error.code).startsWith("HPE_")) return "protocolo";
  const { causa, codigo } = toOutage(error);
  if (codigo === "porta-proibida") return "porta-proibida";
  switch (causa) {
    case "dns":
    case "endereco-proibido":
    case "recusada":
    case "tempo":
    case "tls":
    case "protocolo":
      return causa;
    default:
      return "interrompida";
  }
}
