import { createHash } from "node:crypto";
import {
  type Credentials,
  DEFAULT_NETWORK,
  fetchToken,
  type MailboxConfig,
  MailOutage,
  type NetworkPolicy,
} from "@malote/mailbox";
import type { AppContext } from "../../app-context.ts";
import type { CaixaConexao } from "./caixa-email.rules.ts";
import type { Segredo } from "./caixa-segredo.ts";

/**
 * The network policy for a conta's mailboxes. sandbox: a demo conta, whose servers run on this machine.
 */
export function redeOfCaixa({ config }: Pick<AppContext, "config">, sandbox: boolean): NetworkPolicy {
  const permitirPrivado = config.permitirPrivado && sandbox;
  const rede = { ...DEFAULT_NETWORK, maxBytes: config.emailMaxBytes, permitirPrivado };
  // The sandbox's servers use certificates of its own authority, which is trusted for them only.
  return sandbox && config.sandbox ? { ...rede, ancoras: [config.sandbox.info.ancoraPem] } : rede;
}

/** The configuration for the package mailbox. */
export function configOfCaixa(conexao: CaixaConexao, entrada: Credentials): MailboxConfig {
  const { tipo, servidor, porta, usuario, pasta, certificadoFixado } = conexao;
  const config = { tipo, servidor, usuario, entrada, pasta, certificadoFixado };
  return porta === null ? config : { ...config, porta };
}

/** A cached token. In memory only: the next process fetches its own. */
type TokenGuardado = { token: string; venceEm: Date };

/** By a hash of the whole token request: other credentials never get an old token. */
const tokens = new Map<string, Promise<TokenGuardado>>();
/** Tokens that a server refused before their expiry. */
const recusados = new Set<string>();
/** Cached tokens at most; the oldest is removed first. */
const TOKENS_MAX = 1_000;
/** A token this close to its expiry is not used, in ms. */
const TOKEN_FOLGA_MS = 120_000;

/**
 * Input of a sign-in besides the connection. keep: called when the provider replaces the refresh token.
 */
export type PedidoEntrada = {
  segredo: Segredo;
  rede: NetworkPolicy;
  agora: Date;
  keep?: (segredo: Segredo) => Promise<void>;
};

/**
 * The current credentials of a mailbox: its password, or a cached or newly fetched token.
 * @throws MailOutage when the provider returns no token
 */
export async function entradaOfCaixa(conexao: CaixaConexao, pedido: PedidoEntrada): Promise<Credentials> {
  const { segredo, agora } = pedido;
  if (segredo.kind === "senha") return { kind: "senha", senha: segredo.senha };
  const key = keyOf(conexao, segredo);
  const known = await tokens.get(key)?.catch(() => null);
  if (known && !recusados.has(known.token) && known.venceEm.getTime() - TOKEN_FOLGA_MS > agora.getTime()) {
    return { kind: "oauth2", token: known.token };
  }
  const asked = askToken(conexao, segredo, pedido);
  remember(key, asked);
  const { token } = await asked.catch((error: unknown) => {
    tokens.delete(key);
    throw error;
  });
  return { kind: "oauth2", token };
}

/** Removes the cached token, so that a connection test fetches a new one. */
export function forgetToken(conexao: CaixaConexao, segredo: Segredo): void {
  if (segredo.kind === "oauth2") tokens.delete(keyOf(conexao, segredo));
}

/** Marks a token as refused by the server, so that the next poll fetches another. */
export function forgetEntrada(entrada: Credentials): void {
  if (entrada.kind !== "oauth2") return;
  recusados.add(entrada.token);
  dropOldest(recusados);
}

type SegredoOauth = Extract<Segredo, { kind: "oauth2" }>;

async function askToken(
  { oauth }: CaixaConexao,
  segredo: SegredoOauth,
  { rede, keep }: PedidoEntrada,
): Promise<TokenGuardado> {
  if (oauth === null) throw new MailOutage("protocolo", "a mailbox signs in by token and names no provider");
  const { clientSecret, refreshToken } = segredo;
  const { tokenUrl, clientId, escopo } = oauth;
  const got = await fetchToken({ tokenUrl, clientId, clientSecret, refreshToken, escopo }, rede);
  // Store the refresh token before using the token: the provider may no longer accept the old one.
  if (got.refreshToken !== null && got.refreshToken !== refreshToken) {
    await keep?.({ ...segredo, refreshToken: got.refreshToken });
    remember(keyOf({ oauth }, { ...segredo, refreshToken: got.refreshToken }), Promise.resolve(got));
  }
  return { token: got.token, venceEm: got.venceEm };
}

function remember(key: string, token: Promise<TokenGuardado>): void {
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

function keyOf({ oauth }: Pick<CaixaConexao, "oauth">, { clientSecret, refreshToken }: SegredoOauth): string {
  const all = [oauth?.tokenUrl, oauth?.clientId, oauth?.escopo, clientSecret, refreshToken];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
