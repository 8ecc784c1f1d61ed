import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Trust } from "@malote/dfe";
import { cleanDocumento, isCnpj } from "@malote/syntax";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const cache = new Map<string, readonly string[]>();

/** The settings that name certificate authorities. */
type AuthorityConfig = { icpBrasilDir: string | null; sandbox: { info: { ancoraPem: string } } | null };
type TrustConfig = AuthorityConfig & { trustedProviders: readonly string[] };

/**
 * Trust anchors for a conta's documents. A demo conta trusts no signing provider; a real document
 * in it is not reported as a forgery because the test CA did not sign it.
 */
export function readTrust(config: TrustConfig, sandbox: boolean): Trust {
  const trustedCas = readTrustedCas(config, sandbox);
  if (!sandbox) return { trustedCas: trustedCas, providers: config.trustedProviders };
  return { trustedCas: trustedCas, providers: [], isPartial: config.icpBrasilDir === null };
}

/** Parses a comma-separated list of CNPJs, masked or not; `invalid`: the invalid ones. */
export function readProviders(text: string | undefined): { providers: string[]; invalid: string[] } {
  const words = (text ?? "").split(",").map((word) => word.trim());
  const said = words.filter((word) => word !== "");
  const isGood = (word: string): boolean => isCnpj(cleanDocumento(word));
  return {
    providers: said.filter(isGood).map(cleanDocumento),
    invalid: said.filter((word) => !isGood(word)),
  };
}

/**
 * Trusted CAs for a conta's documents and for SEFAZ: the operator's folder, and in a demo conta the
 * sandbox's CA too. Read once per process; an empty list means that chains cannot be verified, and
 * the veredito states that.
 */
export function readTrustedCas(config: AuthorityConfig, sandbox: boolean): readonly string[] {
  const operatorCas = config.icpBrasilDir === null ? [] : readFolder(config.icpBrasilDir);
  return sandbox ? withSandbox(config.sandbox?.info.ancoraPem ?? "", operatorCas) : operatorCas;
}

/** The same array for the same text: the verifier caches its results by the array. */
function withSandbox(caPem: string, operatorCas: readonly string[]): readonly string[] {
  const known = cache.get(caPem);
  if (known) return known;
  const pems = [...pemsOf(Buffer.from(caPem)), ...operatorCas];
  cache.set(caPem, pems);
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

/**
 * The certificates in a file: PEM blocks, or one in DER as iti.gov.br publishes them; empty if
 * there is none.
 */
function pemsOf(bytes: Buffer): string[] {
  const pems = bytes.toString("latin1").match(PEM);
  if (pems) return pems;
  try {
    return bytes.length === 0 ? [] : [new X509Certificate(bytes).toString()];
  } catch {
    return [];
  }
}
