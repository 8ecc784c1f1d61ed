import { RECENT_SIGN_IN_MS } from "@malote/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";

/** A session expires after this time without use.   @source ASVS 5.0 §7.3.1 */
export const SESSION_IDLE_MS = 8 * HOUR_MS;
/** A session expires at this age, even in use.   @source ASVS 5.0 §7.3.2 */
export const SESSION_MAX_MS = 7 * DAY_MS;
/** Minimum time between two writes of a session's last use: most reads then write nothing. */
export const SESSION_TOUCH_MS = MINUTE_MS;
/** Tabs of one session that keep a token; beyond it the oldest tokens are deleted first. */
export const SESSION_TOKENS_MAX = 50;

/** Characters of the user agent that are stored. */
export const USER_AGENT_MAX = 200;

/** The user who signs in, as typed; normalized: lower case, no outer spaces. */
export type SignInName = { identificador: string; nomeUsuario: string };

export function normalizeSignInName({ identificador, nomeUsuario }: SignInName): SignInName {
  return { identificador: identificador.trim().toLowerCase(), nomeUsuario: nomeUsuario.trim().toLowerCase() };
}

/** When a session expires that began at `criadaEm` and is used now. */
export function expiryOf(criadaEm: Date, now: Date): Date {
  return new Date(Math.min(criadaEm.getTime() + SESSION_MAX_MS, now.getTime() + SESSION_IDLE_MS));
}

/**
 * Whether a sign-in proof is recent. A proof further in the future comes from a clock that was set
 * back: not recent.
 */
export function isRecent(autenticadaEm: Date, now: Date): boolean {
  return Math.abs(now.getTime() - autenticadaEm.getTime()) <= RECENT_SIGN_IN_MS;
}
