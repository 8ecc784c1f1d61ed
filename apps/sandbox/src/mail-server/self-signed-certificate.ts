import { randomBytes, X509Certificate } from "node:crypto";
import path from "node:path";
import { DAY_MS } from "@malote/syntax";
import { readJson, writePrivateJson } from "../disk.ts";
import type { TlsKeyPair } from "./protocol-server.ts";

export const FILE = "correio-autoassinado.json";
const VALID_YEARS = 10;
const RENEW_MS = 30 * DAY_MS;

/**
 * Opens or creates the self-signed certificate; it is stored, so that a pinned fingerprint stays valid.
 * @returns `impressao` SHA-256 as `AA:BB:…`
 */
export async function openSelfSigned(dir: string, now: Date): Promise<TlsKeyPair & { impressao: string }> {
  const file = path.join(dir, FILE);
  const kept = readJson(file);
  const keyPair = isKeyPair(kept) && !isExpiring(kept, now) ? kept : await makeSelfSigned(now);
  if (keyPair !== kept) writePrivateJson(file, keyPair);
  return { ...keyPair, impressao: new X509Certificate(keyPair.certificadoPem).fingerprint256 };
}

function isKeyPair(value: unknown): value is TlsKeyPair {
  return typeof value === "object" && value !== null && "chavePem" in value && "certificadoPem" in value;
}

function isExpiring({ certificadoPem }: TlsKeyPair, now: Date): boolean {
  return Date.parse(new X509Certificate(certificadoPem).validTo) - now.getTime() < RENEW_MS;
}

async function makeSelfSigned(now: Date): Promise<TlsKeyPair> {
  // Loaded on demand: node-forge takes 60 ms to load, and a later start does not need it.
  const [{ default: forge }, { makeKey, signCertificate }] = await Promise.all([
    import("node-forge"),
    import("../document-generator/certificates/certificates.ts"),
  ]);
  const chavePem = await makeKey();
  const key = forge.pki.privateKeyFromPem(chavePem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = new Date(now.getTime() - DAY_MS);
  certificate.validity.notAfter = new Date(now);
  certificate.validity.notAfter.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  const nome = [
    { name: "organizationName", value: "Correio de Teste Malote" },
    { name: "commonName", value: "correio.casa.example" },
  ];
  certificate.setSubject(nome);
  certificate.setIssuer(nome);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames: [{ type: 2, value: "correio.casa.example" }] },
  ]);
  signCertificate(certificate, chavePem);
  return { chavePem, certificadoPem: forge.pki.certificateToPem(certificate) };
}
