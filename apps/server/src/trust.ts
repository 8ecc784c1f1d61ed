import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Confianca } from "@malote/dfe";
import { cleanDocumento, isCnpj } from "@malote/syntax";
import type { Config } from "./config.ts";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const cache = new Map<string, readonly string[]>();

type Confiada = Pick<Config, "icpBrasilDir" | "sandbox" | "provedoresConfiaveis">;

/** What documents of a conta are judged against. A demo conta trusts nobody to sign for others; a real document that finds its way
 * there is not held for a forgery because the invented CA did not sign it. */
export function readConfianca(config: Confiada, sandbox: boolean): Confianca {
  const ancoras = readAncoras(config, sandbox);
  if (!sandbox) return { ancoras, provedores: config.provedoresConfiaveis };
  return { ancoras, provedores: [], parcial: config.icpBrasilDir === null };
}

/** Reads a list of CNPJs with commas between them, masked or not; `errados` are the words that are none. */
export function readProvedores(text: string | undefined): { provedores: string[]; errados: string[] } {
  const words = (text ?? "").split(",").map((word) => word.trim());
  const said = words.filter((word) => word !== "");
  const isGood = (word: string): boolean => isCnpj(cleanDocumento(word));
  return {
    provedores: said.filter(isGood).map(cleanDocumento),
    errados: said.filter((word) => !isGood(word)),
  };
}

/**
 * The CAs that a conta's documents and SEFAZ may chain to: the operator's folder, and for a demo conta the sandbox's own beside them.
 * Read once in the life of a process; an empty list means that chains cannot be checked, and the verdict says so.
 */
export function readAncoras(
  config: Pick<Config, "icpBrasilDir" | "sandbox">,
  sandbox: boolean,
): readonly string[] {
  const operador = config.icpBrasilDir === null ? [] : readFolder(config.icpBrasilDir);
  return sandbox ? withSandbox(config.sandbox?.info.ancoraPem ?? "", operador) : operador;
}

/** One list for one text: the judge remembers what it found by the list. */
function withSandbox(ancoraPem: string, operador: readonly string[]): readonly string[] {
  const known = cache.get(ancoraPem);
  if (known) return known;
  const pems = [...pemsOf(Buffer.from(ancoraPem)), ...operador];
  cache.set(ancoraPem, pems);
  return pems;
}

function readFolder(dir: string): readonly string[] {
  const known = cache.get(dir);
  if (known) return known;
  const files = fs.readdirSync(dir).filter((name) => /\.(?:pem|crt|cer)$/i.test(name));
  const pems = files.flatMap((name) => pemsOf(fs.readFileSync(path.join(dir, name))));
  cache.set(dir, pems);
  return pems;
}

/** The certificates of a file: PEM blocks, or one in DER as iti.gov.br hands them out; none in what is no certificate. */
function pemsOf(bytes: Buffer): string[] {
  const pems = bytes.toString("latin1").match(PEM);
  if (pems) return pems;
  try {
    return bytes.length === 0 ? [] : [new X509Certificate(bytes).toString()];
  } catch {
    return [];
  }
}
