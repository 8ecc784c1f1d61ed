import type { AppContext } from "../app-context.ts";
import { machineNow } from "../clock.ts";
import { hashToken } from "../secrets/token.ts";
import { admitApiToken } from "../services/api-token/admit-api-token.ts";
import { isApiToken } from "../services/api-token/api-token.rules.ts";
import { admitSession } from "../services/auth/admit-session.ts";
import type { Caller, Visit } from "../services/handler.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A context with the caller's address. */
export type VisitContext = AppContext & { visit: Pick<Visit, "ip"> };

/**
 * The caller of a session token or an API token; null
 * when it is unknown or expired, or its user is blocked.
 */
export async function findCaller(ctx: VisitContext, token: string): Promise<Caller | null> {
  const now = ctx.clock.now();
  if (isApiToken(token)) {
    const found = await ctx.database.gatekeeper.findApiToken(hashToken(token), now);
    return found === null ? null : await admitApiToken(ctx, found, ctx.visit.ip);
  }
  if (!TOKEN.test(token)) return null;
  const session = await ctx.database.gatekeeper.findSession(hashToken(token), machineNow(ctx.clock));
  return session === null ? null : await admitSession(ctx, session);
}

/** Whether a token is valid. Decides only the size limit of an unread request; no use is counted. */
export async function isKnownToken(ctx: AppContext, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const now = ctx.clock.now();
  const { gatekeeper } = ctx.database;
  if (isApiToken(token)) return (await gatekeeper.findApiToken(hashToken(token), now)) !== null;
  return (
    TOKEN.test(token) && (await gatekeeper.findSession(hashToken(token), machineNow(ctx.clock))) !== null
  );
}

/** The caller of a file cookie, for the GET file endpoints only. */
export async function findFileCaller(ctx: AppContext, token: string): Promise<Caller | null> {
  if (!TOKEN.test(token)) return null;
  const session = await ctx.database.gatekeeper.findFileSession(hashToken(token), machineNow(ctx.clock));
  return session === null ? null : await admitSession(ctx, session);
}
