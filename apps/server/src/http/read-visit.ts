import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import type { Config } from "../config.ts";
import type { Visit } from "../services/handler.ts";

const AGENT_MAX = 200;
const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

type CookieConfig = Pick<Config, "publicUrl">;

/** Whether the public address is HTTPS. */
export function isHttps({ publicUrl }: CookieConfig): boolean {
  return publicUrl?.startsWith("https://") ?? false;
}

/** Sets the request id of an answer, as the log uses it. */
export function stampRequest(res: Response): string {
  const known: unknown = res.locals.requestId;
  if (typeof known === "string") return known;
  const requestId = randomUUID();
  res.locals.requestId = requestId;
  res.set("X-Request-Id", requestId);
  return requestId;
}

/** Request data that services may use. */
export function readVisit(req: Request, res: Response, config: CookieConfig): Visit {
  return {
    requestId: stampRequest(res),
    ip: req.ip ?? "",
    isPost: req.method === "POST",
    userAgent: req.get("user-agent")?.slice(0, AGENT_MAX) ?? null,
    fileToken: isSameOrigin(req, config) ? readCookie(req, config) : null,
    setFileToken: (token) => res.append("Set-Cookie", writeCookie(token, config)),
  };
}

/** The session token of `Authorization: Bearer`. */
export function readBearer(req: Request): string | null {
  return BEARER.exec(req.get("authorization") ?? "")?.[1] ?? null;
}

/** The file cookie, whatever the origin of the request. */
export function readCookie(req: Request, config: CookieConfig): string | null {
  const name = cookieName(config);
  for (const pair of (req.get("cookie") ?? "").split(";")) {
    const [key = "", value = ""] = pair.split("=", 2);
    if (key.trim() === name) return value.trim();
  }
  return null;
}

/**
 * Whether our own page sent the request, by Sec-Fetch-Site. A browser without it (no HTTPS) still
 * sends the Origin of a POST. A request with neither header is no browser's and gets no cookie.
 */
export function isSameOrigin(req: Request, { publicUrl }: CookieConfig): boolean {
  const site = req.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = req.get("origin");
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === originOf(publicUrl) || new URL(origin).host === req.get("host");
}

/**
 * Whether another site's page sent the request. Programs
 * send no such header, and a typed URL belongs to no page.
 */
export function isForeign(req: Request, config: CookieConfig): boolean {
  const site = req.get("sec-fetch-site");
  if (site !== undefined) return site === "cross-site" || site === "same-site";
  return req.get("origin") !== undefined && !isSameOrigin(req, config);
}

function originOf(publicUrl: string | null): string | null {
  return publicUrl === null ? null : new URL(publicUrl).origin;
}

// __Secure- and not __Host-: the latter would send the cookie to every path.
function cookieName(config: CookieConfig): string {
  return isHttps(config) ? "__Secure-malote-arquivo" : "malote-arquivo";
}

// Strict: a link in an e-mail arrives without the cookie, goes through /login, and returns as our
// own page. No Max-Age: it ends with the browser, as the last tab's session does.
function writeCookie(token: string | null, config: CookieConfig): string {
  const secure = isHttps(config) ? "; Secure" : "";
  const end = token === null ? "; Max-Age=0" : "";
  return `${cookieName(config)}=${token ?? ""}; Path=/Services/; HttpOnly; SameSite=Strict${secure}${end}`;
}
