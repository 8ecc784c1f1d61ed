import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { MINUTE_MS } from "@malote/syntax";
import ipaddr from "ipaddr.js";
import { MailOutage, toOutage } from "../failure/outage.ts";

/** Network limits that the operator sets. Durations in ms, sizes in bytes. */
export type NetworkPolicy = {
  /**
   * Also allows loopback, private, unique-local and CGNAT addresses, on any port: internal networks
   * and the sandbox.
   */
  permitirPrivado: boolean;
  /** Longest name resolution; also the longest TCP connect plus TLS handshake. */
  conexaoMs: number;
  /** Longest silence of the server during a reply. */
  ociosoMs: number;
  /** Longest time of one command with its whole reply, even if bytes keep arriving. */
  totalMs: number;
  /** Largest message fetched. */
  maxBytes: number;
  /** Trusted authorities (PEM) in addition to those of Node, such as a private CA. */
  trustedCas?: readonly string[];
};

/**
 * Defaults for the public internet: public addresses only, 50 MB messages, five minutes per reply.
 */
export const DEFAULT_NETWORK: NetworkPolicy = {
  permitirPrivado: false,
  conexaoMs: 15_000,
  ociosoMs: 60_000,
  totalMs: 5 * MINUTE_MS,
  maxBytes: 50 * 1024 * 1024,
};

/** A checked destination: the connection uses these addresses and never resolves the name again. */
export type Endpoint = { nome: string; porta: number; enderecos: readonly string[] };

/** Resolves a name to all its addresses; throws what `dns.lookup` throws. */
export type Resolver = (name: string) => Promise<readonly string[]>;

/**
 * Purpose of a connection, which decides its public ports: those of POP3 and IMAP, HTTPS, or for
 * webhooks HTTPS and unprivileged ports. Other ports need `permitirPrivado`.
 */
export type EndpointUse = "correio" | "token" | "webhook";
const MAIL_PORTS: ReadonlySet<number> = new Set([110, 995, 143, 993]);
const HTTPS = 443;
const FIRST_UNPRIVILEGED = 1024;
const PUBLIC_PORTS: Record<EndpointUse, (porta: number) => boolean> = {
  correio: (porta) => MAIL_PORTS.has(porta),
  token: (porta) => porta === HTTPS,
  webhook: (porta) => porta === HTTPS || porta >= FIRST_UNPRIVILEGED,
};

/** Most addresses tried per name: a dual-stack server with a broken IPv6 route still answers. */
const ADDRESSES_MAX = 4;

const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  "loopback",
  "private",
  "uniqueLocal",
  "carrierGradeNat",
]);

/**
 * Global unicast as IANA has allotted it; the rest of IPv6 is special or unassigned. @source RFC
 * 4291 §2.4
 */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a connection to this IP is allowed; an IPv4 inside an IPv6 counts as itself. Link-local
 * (cloud metadata), unspecified, multicast, translated and reserved ranges are never allowed.
 */
export function isAddressAllowed(ip: string, permitirPrivado: boolean): boolean {
  // an abbreviated address (127.1, 8.8.8) would be resolved again when dialled
  if (isIP(ip) === 0 || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  const row: string = address.range();
  if (permitirPrivado && PRIVATE_RANGES.has(row)) return true;
  if (row !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(IPV6_GLOBAL);
}

/**
 * Resolves the name once and keeps only allowed addresses, so that a later DNS answer has no
 * effect.
 * @throws MailOutage dns, endereco-proibido, tempo
 */
export async function resolveEndpoint(
  target: { servidor: string; porta: number; uso?: EndpointUse },
  network: NetworkPolicy,
  resolver: Resolver = resolveName,
): Promise<Endpoint> {
  const { porta, uso = "correio" } = target;
  const name = cleanServerName(target.servidor);
  if (!isPortAllowed(porta, uso, network.permitirPrivado)) {
    throw new MailOutage("endereco-proibido", `port ${porta} is not allowed`, { codigo: "porta-proibida" });
  }
  const found = isIP(name) ? [name] : await resolveInTime(name, network.conexaoMs, resolver);
  const addresses = found.filter((ip) => isAddressAllowed(ip, network.permitirPrivado));
  if (addresses.length === 0)
    throw new MailOutage("endereco-proibido", `${name} has no address we may reach`);
  return { nome: name, porta, enderecos: addresses.slice(0, ADDRESSES_MAX) };
}

function isPortAllowed(porta: number, uso: EndpointUse, permitirPrivado: boolean): boolean {
  if (!Number.isInteger(porta) || porta < 1 || porta > 65_535) return false;
  return permitirPrivado || PUBLIC_PORTS[uso](porta);
}

function cleanServerName(server: string): string {
  const text = server
    .trim()
    .replace(/^\[(.+)\]$/, "$1")
    .replace(/\.$/, "");
  if (isIP(text)) return text;
  const name = domainToASCII(text);
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name) || name.length > 253) {
    throw new MailOutage("dns", "not a host name", { codigo: "dns-nome-invalido" });
  }
  return name;
}

async function resolveInTime(
  name: string,
  timeoutMs: number,
  resolver: Resolver,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailOutage("tempo", `resolving ${name} took too long`)), timeoutMs);
  });
  try {
    return await Promise.race([resolver(name), late]);
  } catch (error) {
    throw toOutage(error);
  } finally {
    clearTimeout(timer);
  }
}

/** IPv4 first: most mail servers have it, and a host without an IPv6 route still resolves AAAA. */
async function resolveName(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: "ipv4first" });
  return found.map((item) => item.address);
}
