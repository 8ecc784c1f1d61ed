import fs from "node:fs";
import path from "node:path";

/** The entry file of the interface: its name has the digest of its content. */
const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[\w.-]+)"/;

/** Tells open pages which interface is served now: another than theirs is a newer release. */
export const RELEASE_HEADER = "Malote-Interface";

/** The entry file of the built interface, such as `/assets/main-4fK2x.js`; null before the first build. */
export function readRelease(dist: string): string | null {
  const file = path.join(dist, "index.html");
  if (!fs.existsSync(file)) return null;
  return ENTRY.exec(fs.readFileSync(file, "utf8"))?.[1] ?? null;
}
