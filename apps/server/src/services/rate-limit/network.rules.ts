import { isIPv6 } from "node:net";

const GROUP_BITS = 16;

/**
 * A network for which attempts are counted. factor: its budget, as a multiple of the smallest network's.
 */
export type Network = { name: string; factor: number };

/**
 * Networks of an IPv6 address, smallest first: a link, a subscriber, the largest block of a site or
 * small provider. A subscriber alone cannot exhaust its provider's budget.
 * @source RFC 6177 §2, RIPE-690 §4.2
 */
const PREFIXES = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;
type Prefix = (typeof PREFIXES)[number];

/**
 * The networks of an address: an IPv4 address by itself; an IPv6 address by its /64, /56 and /48.
 */
export function networksOfIp(ip: string): readonly [Network, ...Network[]] {
  const groups = groupsOf(ip);
  if (groups === null) return [{ name: mappedOf(ip) ?? ip, factor: 1 }];
  const [link, ...wider] = PREFIXES;
  const toNetwork = ({ bits, factor }: Prefix): Network => ({ name: prefixOf(groups, bits), factor });
  return [toNetwork(link), ...wider.map(toNetwork)];
}

/** The smallest network of an address: an IPv4 address by itself, the /64 of an IPv6 address. */
export function networkOfIp(ip: string): string {
  return networksOfIp(ip)[0].name;
}

function mappedOf(ip: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
}

/** "2001:db8:0:1200::/56": the groups that the prefix covers, the last one masked. */
function prefixOf(groups: readonly string[], bits: number): string {
  const covered = groups.slice(0, Math.ceil(bits / GROUP_BITS));
  const cut = covered.length * GROUP_BITS - bits;
  const values = covered.map((group, n) => {
    const value = Number.parseInt(group, 16);
    return (n === covered.length - 1 ? (value >> cut) << cut : value).toString(16);
  });
  return `${values.join(":")}::/${bits}`;
}

/** The eight groups of an IPv6 address; null for any other text, and for an IPv4-mapped address. */
function groupsOf(ip: string): string[] | null {
  if (mappedOf(ip) !== undefined) return null;
  const [address = ""] = ip.split("%");
  if (!isIPv6(address)) return null;
  const [head = "", tail = ""] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::") ? Array(Math.max(0, 8 - before.length - after.length)).fill("0") : [];
  return [...before, ...zeros, ...after];
}
