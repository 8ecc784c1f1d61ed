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

/** Characters that are kept of how a browser calls itself. */
export const ORIGEM_MAX = 200;

/** Who wants to enter, as typed but for case and outer spaces. */
export type Entrada = { identificador: string; nomeUsuario: string };

export function normalizeEntrada({ identificador, nomeUsuario }: Entrada): Entrada {
  return { identificador: identificador.trim().toLowerCase(), nomeUsuario: nomeUsuario.trim().toLowerCase() };
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
