import { createHash } from "node:crypto";
import {
  type Credentials,
  DEFAULT_NETWORK,
  fetchToken,
  type MailboxConfig,
  MailOutage,
  type NetworkPolicy,
} from "@malote/mailbox";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { CaixaConnection } from "./caixa-email.rules.ts";
import type { CaixaSecret } from "./caixa-secret.ts";

/**
 * The network policy for a conta's mailboxes. sandbox: a demo conta, whose servers run on this machine.
 */
export function networkOfCaixa({ config }: Pick<AppContext, "config">, sandbox: boolean): NetworkPolicy {
  const permitirPrivado = config.allowPrivate && sandbox;
  const network = { ...DEFAULT_NETWORK, maxBytes: config.emailMaxBytes, permitirPrivado };
  // The sandbox's servers use certificates of its own authority, which is trusted for them only.
  return sandbox && config.sandbox ? { ...network, trustedCas: [config.sandbox.info.ancoraPem] } : network;
}

/** The configuration for the package mailbox. */
export function configOfCaixa(connection: CaixaConnection, credentials: Credentials): MailboxConfig {
  const { tipo, servidor, porta, usuario, pasta, certificadoFixado } = connection;
  const config = { tipo, servidor, usuario, entrada: credentials, pasta, certificadoFixado };
  return porta === null ? config : { ...config, porta };
}

/** A cached token. In memory only: the next process fetches its own. */
type CachedToken = { token: string; venceEm: Date };

/** By a hash of the whole token request: other credentials never get an old token. */
const tokens = new Map<string, Promise<CachedToken>>();
/** Tokens that a server refused before their expiry. */
const refusedTokens = new Set<string>();
/** Cached tokens at most; the oldest is removed first. */
const TOKENS_MAX = 1_000;
/** A token this close to its expiry is not used, in ms. */
const TOKEN_MARGIN_MS = 2 * MINUTE_MS;

/**
 * Input of a sign-in besides the connection. keep: called when the provider replaces the refresh token.
 */
export type SignInRequest = {
  secret: CaixaSecret;
  network: NetworkPolicy;
  now: Date;
  keep?: (secret: CaixaSecret) => Promise<void>;
};

/**
 * The current credentials of a mailbox: its password, or a cached or newly fetched token.
 * @throws MailOutage when the provider returns no token
 */
export async function credentialsOfCaixa(
  connection: CaixaConnection,
  request: SignInRequest,
): Promise<Credentials> {
  const { secret, now } = request;
  if (secret.kind === "senha") return { kind: "senha", senha: secret.senha };
  const key = keyOf(connection, secret);
  const known = await tokens.get(key)?.catch(() => null);
  if (known && !refusedTokens.has(known.token) && known.venceEm.getTime() - TOKEN_MARGIN_MS > now.getTime()) {
    return { kind: "oauth2", token: known.token };
  }
  const asked = requestToken(connection, secret, request);
  remember(key, asked);
  const { token } = await asked.catch((error: unknown) => {
    tokens.delete(key);
    throw error;
  });
  return { kind: "oauth2", token };
}

/** Removes the cached token, so that a connection test fetches a new one. */
export function forgetToken(connection: CaixaConnection, secret: CaixaSecret): void {
  if (secret.kind === "oauth2") tokens.delete(keyOf(connection, secret));
}

/** Marks a token as refused by the server, so that the next poll fetches another. */
export function forgetCredentials(credentials: Credentials): void {
  if (credentials.kind !== "oauth2") return;
  refusedTokens.add(credentials.token);
  dropOldest(refusedTokens);
}

type OauthSecret = Extract<CaixaSecret, { kind: "oauth2" }>;

async function requestToken(
  { oauth }: CaixaConnection,
  secret: OauthSecret,
  { network, keep }: SignInRequest,
): Promise<CachedToken> {
  if (oauth === null) throw new MailOutage("protocolo", "a mailbox signs in by token and names no provider");
  const { clientSecret, refreshToken } = secret;
  const { tokenUrl, clientId, escopo } = oauth;
  const got = await fetchToken({ tokenUrl, clientId, clientSecret, refreshToken, escopo }, network);
  // Store the refresh token before using the token: the provider may no longer accept the old one.
  if (got.refreshToken !== null && got.refreshToken !== refreshToken) {
    await keep?.({ ...secret, refreshToken: got.refreshToken });
    remember(keyOf({ oauth }, { ...secret, refreshToken: got.refreshToken }), Promise.resolve(got));
  }
  return { token: got.token, venceEm: got.venceEm };
}

function remember(key: string, token: Promise<CachedToken>): void {
  token.catch(() => {}); // the awaiting caller handles the error
  tokens.delete(key);
  tokens.set(key, token);
  dropOldest(tokens);
}

function dropOldest(remembered: Map<string, unknown> | Set<string>): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= TOKENS_MAX) break;
    remembered.delete(oldest);
  }
}

function keyOf(
  { oauth }: Pick<CaixaConnection, "oauth">,
  { clientSecret, refreshToken }: OauthSecret,
): string {
  const all = [oauth?.tokenUrl, oauth?.clientId, oauth?.escopo, clientSecret, refreshToken];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
