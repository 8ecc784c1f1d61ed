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

/** How a mailbox of a conta may be reached. sandbox: the conta is one of the demonstration, whose servers live on this machine. */
export function redeOfCaixa({ config }: Pick<AppContext, "config">, sandbox: boolean): NetworkPolicy {
  const permitirPrivado = config.permitirPrivado && sandbox;
  const rede = { ...DEFAULT_NETWORK, maxBytes: config.emailMaxBytes, permitirPrivado };
  // The sandbox's servers show certificates of its own authority, which vouches for nobody else's.
  return sandbox && config.sandbox ? { ...rede, ancoras: [config.sandbox.info.ancoraPem] } : rede;
}

/** What the mailbox room connects with. */
export function configOfCaixa(conexao: CaixaConexao, entrada: Credentials): MailboxConfig {
  const { tipo, servidor, porta, usuario, pasta, certificadoFixado } = conexao;
  const config = { tipo, servidor, usuario, entrada, pasta, certificadoFixado };
  return porta === null ? config : { ...config, porta };
}

/** A token that was fetched. In memory only: the next process asks for its own. */
type TokenGuardado = { token: string; venceEm: Date };

/** By a hash of all that the provider was asked with: other credentials never meet an old token. */
const tokens = new Map<string, Promise<TokenGuardado>>();
/** Tokens that a server did not take although their time is not over. */
const recusados = new Set<string>();
/** Tokens remembered at once; the oldest goes first. */
const TOKENS_MAX = 1_000;
/** A token is not begun with so shortly before its end, in ms. */
const TOKEN_FOLGA_MS = 120_000;

/** What signing in asks for besides the connection. keep: called when the provider has put another refresh token in the place of the old one. */
export type PedidoEntrada = {
  segredo: Segredo;
  rede: NetworkPolicy;
  agora: Date;
  keep?: (segredo: Segredo) => Promise<void>;
};

/**
 * What a mailbox signs in with now: its password, or a token, fetched when none is at hand.
 * @throws MailOutage when the provider gives none
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

/** The next one who signs in so asks the provider: a test must not succeed on a token of yesterday's. */
export function forgetToken(conexao: CaixaConexao, segredo: Segredo): void {
  if (segredo.kind === "oauth2") tokens.delete(keyOf(conexao, segredo));
}

/** The server did not take it: a token is not tried again, the next visit asks for another. */
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
  // Kept before the token is used: the provider may take the old one no more.
  if (got.refreshToken !== null && got.refreshToken !== refreshToken) {
    await keep?.({ ...segredo, refreshToken: got.refreshToken });
    remember(keyOf({ oauth }, { ...segredo, refreshToken: got.refreshToken }), Promise.resolve(got));
  }
  return { token: got.token, venceEm: got.venceEm };
}

function remember(key: string, token: Promise<TokenGuardado>): void {
  token.catch(() => {}); // told to who awaits it
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
