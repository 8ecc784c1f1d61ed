import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A session nobody uses ends after this. @source ASVS 5.0 §7.3.1 */
export const SESSAO_OCIOSA_MS = 8 * HOUR_MS;
/** A session ends after this, however much it is used. @source ASVS 5.0 §7.3.2 */
export const SESSAO_ABSOLUTA_MS = 7 * DAY_MS;
/** A use is written down at most this often, so that reading stays reading. */
export const SESSAO_TOQUE_MS = MINUTE_MS;
/** Tabs of one session that keep a token; the oldest lose theirs first. */
export const SESSAO_TOKENS_MAX = 50;

/** Width of a window in which failed sign-ins are counted. */
export const TENTATIVAS_JANELA_MS = 15 * MINUTE_MS;
/**
 * Failed sign-ins in one window before the next is refused unread. The person at one address is stopped first; the
 * account and the address have more room, so that neither a stranger nor an office behind one address locks others out.
 */
export const TENTATIVAS_MAX = { pessoa: 10, conta: 30, endereco: 60 } as const;

/** Who wants to enter, as typed but for case and outer spaces. */
export type Entrada = { identificador: string; nomeUsuario: string };

export function normalizeEntrada({ identificador, nomeUsuario }: Entrada): Entrada {
  return { identificador: identificador.trim().toLowerCase(), nomeUsuario: nomeUsuario.trim().toLowerCase() };
}

/** One thing that is counted, and how many failures it may have in a window. */
export type Contagem = { chave: string; max: number };

/** What one attempt counts against. Names are hashed: the table of limits says nothing about anybody. */
export function listContagens(entrada: Entrada, ip: string): Contagem[] {
  const conta = `${entrada.identificador}\0${entrada.nomeUsuario}`;
  const rede = redeOfIp(ip);
  return [
    { chave: `entrada-pessoa:${digest(`${conta}\0${rede}`)}`, max: TENTATIVAS_MAX.pessoa },
    { chave: `entrada-conta:${digest(conta)}`, max: TENTATIVAS_MAX.conta },
    { chave: `entrada-endereco:${digest(rede)}`, max: TENTATIVAS_MAX.endereco },
  ];
}

/** Until when a session lives that was made at `criadaEm` and is used now. */
export function expiryOf(criadaEm: Date, agora: Date): Date {
  return new Date(Math.min(criadaEm.getTime() + SESSAO_ABSOLUTA_MS, agora.getTime() + SESSAO_OCIOSA_MS));
}

/** An IPv4 address as it is; of an IPv6 one the /64, which one subscriber has to themselves. */
export function redeOfIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ""] = ip.split("%");
  if (!isIPv6(address)) return ip;
  const [head = "", tail = ""] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::") ? Array(Math.max(0, 8 - before.length - after.length)).fill("0") : [];
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
