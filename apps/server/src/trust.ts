import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Confianca } from "@malote/dfe";
import { cleanDocumento, isCnpj } from "@malote/syntax";
import type { Config } from "./config.ts";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const cache = new Map<string, readonly string[]>();

type Confiada = Pick<Config, "icpBrasilDir" | "sandbox" | "provedoresConfiaveis">;

/**
 * Trust anchors for a conta's documents. A demo conta trusts no signing provider; a real document
 * in it is not reported as a forgery because the test CA did not sign it.
 */
export function readConfianca(config: Confiada, sandbox: boolean): Confianca {
  const ancoras = readAncoras(config, sandbox);
  if (!sandbox) return { ancoras, provedores: config.provedoresConfiaveis };
  return { ancoras, provedores: [], parcial: config.icpBrasilDir === null };
}

/** Parses a comma-separated list of CNPJs, masked or not; `errados`: the invalid ones. */
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
 * Trusted CAs for a conta's documents and for SEFAZ: the operator's folder, and in a demo conta the
 * sandbox's CA too. Read once per process; an empty list means that chains cannot be verified, and
 * the veredito states that.
 */
export function readAncoras(
  config: Pick<Config, "icpBrasilDir" | "sandbox">,
  sandbox: boolean,
): readonly string[] {
  const operador = config.icpBrasilDir === null ? [] : readFolder(config.icpBrasilDir);
  return sandbox ? withSandbox(config.sandbox?.info.ancoraPem ?? "", operador) : operador;
}

/** The same array for the same text: the verifier caches its results by the array. */
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
