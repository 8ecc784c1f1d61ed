import path from "node:path";
import { StartRefusal } from "../errors.ts";
import type { AntivirusConfig } from "./antivirus.ts";

const PORT_MAX = 65_535;

/**
 * Parses the address of clamd: "host:3310", "[::1]:3310" or an absolute socket path; null when unset.
 * @throws {StartRefusal} for anything else: files would leave unscanned without the operator's knowledge
 */
export function readAntivirus(text: string | undefined, maxBytes: number): AntivirusConfig | null {
  const place = text?.trim();
  if (!place) return null;
  if (path.isAbsolute(place)) return { place: { path: place }, maxBytes };
  const [, ipv6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/i.exec(place) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  if (host !== undefined && port >= 1 && port <= PORT_MAX) return { place: { host, port }, maxBytes };
  throw new StartRefusal(
    `CLAMD=${place} não serve: use servidor:porta (127.0.0.1:3310) ou o caminho do socket do clamd.`,
  );
}
