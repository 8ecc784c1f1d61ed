import type { IncomingMessage } from "node:http";
import type { Express } from "express";
import { networkOfIp } from "../../services/rate-limit/network.rules.ts";

/**
 * Whether the peer of a connection, or of a hop before it,
 * is a trusted proxy. hop: 0 = the peer of the connection.
 */
export type Trust = (address: string, hop: number) => boolean;

/** The trust function of the application, from TRUST_PROXY. */
export function trustOf(app: Express): Trust {
  const trust: unknown = app.get("trust proxy fn");
  return typeof trust === "function" ? (address, hop) => trust(address, hop) === true : () => false;
}

/**
 * The network of a request: an IPv4 address, or the /64 of an IPv6 one. Behind trusted proxies, of
 * the last untrusted address, as Express's `req.ip`.
 */
export function networkOf(req: IncomingMessage, trust: Trust): string {
  const forwarded = String(req.headers["x-forwarded-for"] ?? "").split(",");
  const hops = [req.socket.remoteAddress ?? "", ...forwarded.reverse()].map((hop) => hop.trim());
  const addresses = hops.filter((hop) => hop !== "");
  const first = addresses.findIndex((address, hop) => !trust(address, hop));
  return networkOfIp(addresses[first === -1 ? addresses.length - 1 : first] ?? "");
}
