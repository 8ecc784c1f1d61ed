import fs from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const cache = new Map<string, readonly string[]>();

/**
 * The CAs that a conta's documents and SEFAZ may chain to: the operator's folder, and for a demo conta the sandbox's own. Read once
 * in the life of a process; an empty list means that chains cannot be checked, and the verdict says so.
 */
export function readAncoras(
  config: Pick<Config, "trustDir" | "sandbox">,
  sandbox: boolean,
): readonly string[] {
  if (sandbox) return pemsOf(config.sandbox?.info.ancoraPem ?? "");
  return config.trustDir === null ? [] : readFolder(config.trustDir);
}

function readFolder(dir: string): readonly string[] {
  const known = cache.get(dir);
  if (known) return known;
  const files = fs.readdirSync(dir).filter((name) => /\.(?:pem|crt|cer)$/i.test(name));
  const pems = files.flatMap((name) => pemsOf(fs.readFileSync(path.join(dir, name), "latin1")));
  cache.set(dir, pems);
  return pems;
}

function pemsOf(text: string): string[] {
  return text.match(PEM) ?? [];
}
