import type { AppContext } from "../app-context.ts";
import { hashToken } from "../secrets/token.ts";
import { admitApiToken } from "../services/api-token/admit-api-token.ts";
import { isApiToken } from "../services/api-token/api-token.rules.ts";
import { admitSessao } from "../services/auth/admit-sessao.ts";
import type { Caller, Visit } from "../services/handler.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A context with the caller's address. */
export type Visited = AppContext & { visit: Pick<Visit, "ip"> };

/**
 * The caller of a session token or an API token; null
 * when it is unknown or expired, or its user is blocked.
 */
export async function findCaller(ctx: Visited, token: string): Promise<Caller | null> {
  const agora = ctx.clock.now();
  if (isApiToken(token)) {
    const achado = await ctx.database.portaria.findApiToken(hashToken(token), agora);
    return achado === null ? null : await admitApiToken(ctx, achado, ctx.visit.ip);
  }
  if (!TOKEN.test(token)) return null;
  const sessao = await ctx.database.portaria.findSessao(hashToken(token), agora);
  return sessao === null ? null : await admitSessao(ctx, sessao);
}

/** Whether a token is valid. Decides only the size limit of an unread request; no use is counted. */
export async function isKnownToken(ctx: AppContext, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const agora = ctx.clock.now();
  const { portaria } = ctx.database;
  if (isApiToken(token)) return (await portaria.findApiToken(hashToken(token), agora)) !== null;
  return TOKEN.test(token) && (await portaria.findSessao(hashToken(token), agora)) !== null;
}

/** The caller of a file cookie, for the GET file endpoints only. */
export async function findArquivoCaller(ctx: AppContext, token: string): Promise<Caller | null> {
  if (!TOKEN.test(token)) return null;
  const sessao = await ctx.database.portaria.findSessaoArquivo(hashToken(token), ctx.clock.now());
  return sessao === null ? null : await admitSessao(ctx, sessao);
}
