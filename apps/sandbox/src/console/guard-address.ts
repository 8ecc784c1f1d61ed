import type { RequestHandler } from "express";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Accepts only requests that address this machine: a foreign Host is DNS rebinding, a foreign
 * Origin another site. A request without Origin (curl, scripts) passes.
 */
export function guardAddress(port: number): RequestHandler {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return (request, response, next) => {
    const { host = "", origin } = request.headers;
    if (!hosts.includes(host.toLowerCase())) {
      response.status(403).json({ mensagem: "O console só atende por 127.0.0.1 ou localhost." });
      return;
    }
    const foreign = origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`;
    if (foreign && !SAFE_METHODS.has(request.method)) {
      response.status(403).json({ mensagem: "O console não aceita pedidos de outra página." });
      return;
    }
    next();
  };
}

export const writeSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
  next();
};
