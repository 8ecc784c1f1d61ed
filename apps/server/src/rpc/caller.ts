import type { AppContext } from "../app-context.ts";
import { hashToken } from "../secrets/token.ts";
import { admitSessao } from "../services/auth/admit-sessao.ts";
import type { Caller } from "../services/handler.ts";
import { isApiToken } from "../services/usuario/api-token.rules.ts";
import { admitApiToken } from "../services/usuario/api-token.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The caller behind a tab's token, or behind the conta's own; null when it is unknown, over, or its user may no longer enter.
 */
export async function findCaller(ctx: AppContext, token: string): Promise<Caller | null> {
  if (isApiToken(token)) {
    const achado = await ctx.database.portaria.findApiToken(hashToken(token));
    return achado === null ? null : await admitApiToken(ctx, achado);
  }
  if (!TOKEN.test(token)) return null;
  const sessao = await ctx.database.portaria.findSessao(hashToken(token), ctx.clock.now());
  return sessao === null ? null : await admitSessao(ctx, sessao);
}

/** The caller behind a file cookie, for the GET file endpoints alone. */
export async function findArquivoCaller(ctx: AppContext, token: string): Promise<Caller | null> {
  if (!TOKEN.test(token)) return null;
  const sessao = await ctx.database.portaria.findSessaoArquivo(hashToken(token), ctx.clock.now());
  return sessao === null ? null : await admitSessao(ctx, sessao);
}
