import { randomBytes, X509Certificate } from "node:crypto";
import path from "node:path";
import { readJson, writePrivateJson } from "../disk.ts";
import type { ParTls } from "./servidor.ts";

export const FILE = "correio-autoassinado.json";
const VALID_YEARS = 10;
const RENEW_MS = 30 * 86_400_000;

/**
 * Opens or creates the self-signed certificate; it is stored, so that a pinned fingerprint stays valid.
 * @returns `impressao` SHA-256 as `AA:BB:…`
 */
export async function openAutoAssinado(dir: string, agora: Date): Promise<ParTls & { impressao: string }> {
  const file = path.join(dir, FILE);
  const kept = readJson(file);
  const par = isPar(kept) && !isExpiring(kept, agora) ? kept : await makeAutoAssinado(agora);
  if (par !== kept) writePrivateJson(file, par);
  return { ...par, impressao: new X509Certificate(par.certificadoPem).fingerprint256 };
}

function isPar(value: unknown): value is ParTls {
  return typeof value === "object" && value !== null && "chavePem" in value && "certificadoPem" in value;
}

function isExpiring({ certificadoPem }: ParTls, agora: Date): boolean {
  return Date.parse(new X509Certificate(certificadoPem).validTo) - agora.getTime() < RENEW_MS;
}

async function makeAutoAssinado(agora: Date): Promise<ParTls> {
  // Loaded on demand: node-forge takes 60 ms to load, and a later start does not need it.
  const [{ default: forge }, { makeChave, signCertificado }] = await Promise.all([
    import("node-forge"),
    import("../papelaria/certificados.ts"),
  ]);
  const chavePem = await makeChave();
  const key = forge.pki.privateKeyFromPem(chavePem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = new Date(agora.getTime() - 86_400_000);
  certificate.validity.notAfter = new Date(agora);
  certificate.validity.notAfter.setUTCFullYear(agora.getUTCFullYear() + VALID_YEARS);
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
  signCertificado(certificate, chavePem);
  return { chavePem, certificadoPem: forge.pki.certificateToPem(certificate) };
}
