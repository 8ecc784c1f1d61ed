import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { MailOutage, toOutage } from "../failure/outage.ts";

/** What the operator allows a mailbox to reach, and how patient we are. Durations in ms, sizes in bytes. */
export type RedePolitica = {
  /** Also loopback, private, unique-local and CGNAT addresses, on any port: an operator's own network, or the sandbox. */
  permitirPrivado: boolean;
  /** Longest name resolution, and again longest TCP plus TLS handshake. */
  conexaoMs: number;
  /** Longest silence while an answer is awaited. */
  ociosoMs: number;
  /** Longest time one command and its whole answer may take, however steadily it drips. */
  totalMs: number;
  /** Largest message fetched. */
  maxBytes: number;
  /** Extra authorities (PEM) trusted, beside those of Node: an operator's private CA. */
  ancoras?: readonly string[];
};

/** Safe on the open internet: public addresses only, 50 MB messages, no answer longer than five minutes. */
export const DEFAULT_REDE: RedePolitica = {
  permitirPrivado: false,
  conexaoMs: 15_000,
  ociosoMs: 60_000,
  totalMs: 300_000,
  maxBytes: 50 * 1024 * 1024,
};

/** The one place a connection may go: addresses already checked, never resolved again. */
export type Destino = { nome: string; porta: number; enderecos: readonly string[] };

/** All the addresses of a name; throws what `dns.lookup` throws. */
export type Resolver = (nome: string) => Promise<readonly string[]>;

/**
 * What a destination is for: its public ports are POP3's and IMAP's own, HTTPS's, or, for a program that is told of news, HTTPS's and those that
 * no system service has; others only with `permitirPrivado`.
 */
export type Uso = "correio" | "token" | "webhook";
const PORTAS_DO_CORREIO: ReadonlySet<number> = new Set([110, 995, 143, 993]);
const HTTPS = 443;
const PRIMEIRA_LIVRE = 1024;
const PORTAS_PUBLICAS: Record<Uso, (porta: number) => boolean> = {
  correio: (porta) => PORTAS_DO_CORREIO.has(porta),
  token: (porta) => porta === HTTPS,
  webhook: (porta) => porta === HTTPS || porta >= PRIMEIRA_LIVRE,
};

/** Addresses tried of one name: a dual-stack server behind a broken IPv6 route still answers. */
const ENDERECOS_MAX = 4;

const FAIXAS_PRIVADAS: ReadonlySet<string> = new Set([
  "loopback",
  "private",
  "uniqueLocal",
  "carrierGradeNat",
]);

/** Global unicast as IANA has allotted it: everything else in IPv6 is special or unassigned. @source RFC 4291 §2.4 */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/** True when a connection to this IP is allowed. Link-local (cloud metadata), unspecified, multicast, translated and
 * reserved ranges stay closed even to an operator who allows private ones. An IPv4 inside an IPv6 counts as itself. */
export function isEnderecoPermitido(ip: string, permitirPrivado: boolean): boolean {
  // what is no address in full (127.1, 8.8.8) would be resolved again when dialled
  if (isIP(ip) === 0 || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  const faixa: string = address.range();
  if (permitirPrivado && FAIXAS_PRIVADAS.has(faixa)) return true;
  if (faixa !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(IPV6_GLOBAL);
}

/** Resolves once and keeps only the addresses that may be reached, so that a second answer of the DNS changes nothing.
 * @throws MailOutage dns, endereco-proibido, tempo */
export async function findDestino(
  alvo: { servidor: string; porta: number; uso?: Uso },
  rede: RedePolitica,
  resolver: Resolver = resolveName,
): Promise<Destino> {
  const { porta, uso = "correio" } = alvo;
  const nome = cleanServidor(alvo.servidor);
  if (!isPortaPermitida(porta, uso, rede.permitirPrivado)) {
    throw new MailOutage("endereco-proibido", `port ${porta} is not allowed`, { codigo: "porta-proibida" });
  }
  const found = isIP(nome) ? [nome] : await resolveInTime(nome, rede.conexaoMs, resolver);
  const enderecos = found.filter((ip) => isEnderecoPermitido(ip, rede.permitirPrivado));
  if (enderecos.length === 0)
    throw new MailOutage("endereco-proibido", `${nome} has no address we may reach`);
  return { nome, porta, enderecos: enderecos.slice(0, ENDERECOS_MAX) };
}

function isPortaPermitida(porta: number, uso: Uso, permitirPrivado: boolean): boolean {
  if (!Number.isInteger(porta) || porta < 1 || porta > 65_535) return false;
  return permitirPrivado || PORTAS_PUBLICAS[uso](porta);
}

function cleanServidor(servidor: string): string {
  const text = servidor
    .trim()
    .replace(/^\[(.+)\]$/, "$1")
    .replace(/\.$/, "");
  if (isIP(text)) return text;
  const nome = domainToASCII(text);
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(nome) || nome.length > 253) {
    throw new MailOutage("dns", "not a host name", { codigo: "dns-nome-invalido" });
  }
  return nome;
}

async function resolveInTime(nome: string, prazoMs: number, resolver: Resolver): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailOutage("tempo", `resolving ${nome} took too long`)), prazoMs);
  });
  try {
    return await Promise.race([resolver(nome), late]);
  } catch (error) {
    throw toOutage(error);
  } finally {
    clearTimeout(timer);
  }
}

/** IPv4 first: most mail servers have it, and a host without an IPv6 route still resolves AAAA. */
async function resolveName(nome: string): Promise<readonly string[]> {
  const found = await lookup(nome, { all: true, order: "ipv4first" });
  return found.map((item) => item.address);
}
