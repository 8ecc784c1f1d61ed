import { request } from "node:http";
import type { Socket } from "node:net";
import { MailOutage, toOutage } from "../failure/outage.ts";
import { connectTcp, startTls } from "./connection.ts";
import { type NetworkPolicy, type Resolver, resolveEndpoint } from "./endpoint.ts";

/** How to obtain access tokens; `refreshToken` null selects the client credentials grant. */
export type OAuthConfig = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string | null;
  escopo: string;
};

/** An access token; a non-null `refreshToken` replaces the stored one. */
export type Token = { token: string; venceEm: Date; refreshToken: string | null };

/** Largest response; tokens have a few kilobytes. */
const RESPONSE_MAX_BYTES = 65_536;
/** Lifetime when the provider states none: usually an hour, so 10 minutes is safe. */
const DEFAULT_LIFETIME_S = 600;
const LIFETIME_MAX_S = 24 * 3600;

/**
 * Errors that a retry does not fix: the owner must authorize again, or correct the client.
 * @source RFC 6749 §5.2
 */
const REFUSALS = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_request",
  "access_denied",
  "interaction_required",
  "consent_required",
]);

/**
 * Requests an access token with a refresh token or client credentials. The endpoint is checked like
 * a mail server: resolved once, TLS verified, no redirects.
 * @throws MailOutage autorizacao, when the provider refuses; else the network failure. Never contains a
 * secret
 * @source RFC 6749 §4.4, §6
 */
export async function fetchToken(
  oauth: OAuthConfig,
  network: NetworkPolicy,
  resolver?: Resolver,
): Promise<Token> {
  const url = parseUrl(oauth.tokenUrl);
  const porta = url.port === "" ? 443 : Number(url.port);
  const endpoint = await resolveEndpoint({ servidor: url.hostname, porta, uso: "token" }, network, resolver);
  const socket = await startTls(await connectTcp(endpoint, network), { nome: endpoint.nome }, network);
  try {
    const answer = await post(socket, { url, body: formOf(oauth) }, network);
    return readToken(answer);
  } finally {
    socket.destroy();
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.protocol === "https:" && url.username === "" && url.password === "") return url;
  throw new MailOutage("autorizacao", "the token address is not https", { codigo: "token-estranho" });
}

function formOf({ clientId, clientSecret, refreshToken, escopo }: OAuthConfig): string {
  const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret });
  if (clientSecret === "") form.delete("client_secret");
  form.set("grant_type", refreshToken === null ? "client_credentials" : "refresh_token");
  if (refreshToken !== null) form.set("refresh_token", refreshToken);
  if (escopo !== "") form.set("scope", escopo);
  return form.toString();
}

type HttpResponse = { status: number; texto: string };

function post(
  socket: Socket,
  httpRequest: { url: URL; body: string },
  network: NetworkPolicy,
): Promise<HttpResponse> {
  const { url, body } = httpRequest;
  return new Promise<HttpResponse>((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(toOutage(error));
    };
    // HTTP over the checked TLS socket; an agent would open its own connection
    const outgoing = request({
      createConnection: () => socket,
      method: "POST",
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        host: url.host,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
        connection: "close",
      },
    });
    const timeoutMs = Math.min(network.ociosoMs, network.totalMs);
    const timer = setTimeout(() => fail(new MailOutage("tempo", "the token took too long")), timeoutMs);
    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      const chunks: Buffer[] = [];
      let length = 0;
      incoming.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > RESPONSE_MAX_BYTES) fail(unexpected("the answer is too large"));
        else chunks.push(chunk);
      });
      incoming.on("error", fail);
      incoming.on("aborted", () => fail(new MailOutage("interrompida", "the answer broke off")));
      incoming.on("end", () => {
        clearTimeout(timer);
        resolve({ status: incoming.statusCode ?? 0, texto: Buffer.concat(chunks).toString("utf8") });
      });
    });
    outgoing.end(body);
  });
}

/** @source RFC 6749 §5.1, §5.2 */
function readToken({ status, texto }: HttpResponse): Token {
  const { error, access_token: token, refresh_token: refresh, expires_in } = parseJson(texto);
  if (status !== 200) throw refusalOf(status, error);
  if (typeof token !== "string" || token === "") throw unexpected("no access_token in the answer");
  return {
    token,
    venceEm: new Date(Date.now() + secondsOf(expires_in) * 1000),
    refreshToken: typeof refresh === "string" && refresh !== "" ? refresh : null,
  };
}

/** @NOTE repeats only standard error codes: a provider may echo the request. */
function refusalOf(status: number, error: unknown): MailOutage {
  const known = typeof error === "string" && REFUSALS.has(error) ? error : "";
  if (known !== "" || status === 401 || status === 403) {
    return new MailOutage("autorizacao", `token: ${status} ${known}`, { codigo: "token-recusado" });
  }
  if (status >= 500 || status === 429) {
    return new MailOutage("recusada", `token: ${status}`, { codigo: "token-sem-resposta" });
  }
  return unexpected(`status ${status}`);
}

function secondsOf(value: unknown): number {
  const seconds = Number(value);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_LIFETIME_S;
  return Math.min(seconds, LIFETIME_MAX_S);
}

type TokenFields = { error?: unknown; access_token?: unknown; refresh_token?: unknown; expires_in?: unknown };

function parseJson(texto: string): TokenFields {
  try {
    const value: unknown = JSON.parse(texto);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function unexpected(detail: string): MailOutage {
  return new MailOutage("protocolo", `token: ${detail}`, { codigo: "token-estranho" });
}
