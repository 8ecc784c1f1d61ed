import { randomBytes, X509Certificate } from "node:crypto";
import path from "node:path";
import { DAY_MS } from "@malote/syntax";
import { readJson, writePrivateJson } from "../../disk.ts";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "../companies/carriers.ts";
import { EMPRESAS_DEMO, type Empresa, RESPONSAVEIS } from "../companies/companies.ts";
import { HISTORY_SUPPLIERS } from "../companies/history-suppliers.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES, PRODUTOR_RURAL } from "../companies/suppliers.ts";
import type { CertificateKeyPair } from "./certificates.ts";

/** The keys and certificates of the invented companies, created once per data folder. */
export type KeySet = {
  raiz: CertificateKeyPair;
  intermediaria: CertificateKeyPair;
  servidor: CertificateKeyPair;
  /** e-CNPJ by CNPJ (e-CPF by CPF for a produtor rural) of the demo companies and all issuers. */
  ecnpjs: Record<string, CertificateKeyPair>;
  /** PKCS#12 in base64 by CNPJ, for the demo companies only. */
  pfxs: Record<string, string>;
  pfxSenha: string;
};

export const FILE = "papelaria.json";
/** A certificate that expires within this time is renewed at the next start. */
const RENEW_MS = 30 * DAY_MS;
const PARTS = ["raiz", "intermediaria", "servidor", "ecnpjs", "pfxs", "pfxSenha"] as const;

/** Reads the key set of a folder, or creates and stores it. An incomplete or expiring set gets new
 * certificates for its existing keys, so that documents signed earlier still chain to the root. */
export async function openKeySet(dir: string, now: Date): Promise<KeySet> {
  const file = path.join(dir, FILE);
  const kept = readJson(file);
  const before = isKeySet(kept) ? kept : null;
  if (before && isComplete(before) && !isExpiring(before, now)) return before;
  const made = await makeKeySet(now, before);
  writePrivateJson(file, made);
  return made;
}

/** Both CA certificates, root first, as one PEM text. */
export function trustedCasPem(keySet: KeySet): string {
  return `${keySet.raiz.certificadoPem.trim()}\n${keySet.intermediaria.certificadoPem.trim()}\n`;
}

/** Companies with a key of their own. */
function listKeyOwners(): Empresa[] {
  return [
    ...EMPRESAS_DEMO,
    ...FORNECEDORES,
    FORNECEDOR_ALFANUMERICO,
    PRODUTOR_RURAL,
    TRANSPORTADORA,
    TRANSPORTADORA_ALFANUMERICA,
  ];
}

/** Suppliers of the history share the keys of others, each with its own certificate: a key takes 0.1 s. */
function listHolders(): Empresa[] {
  return [...listKeyOwners(), ...HISTORY_SUPPLIERS];
}

async function makeKeySet(now: Date, before: KeySet | null): Promise<KeySet> {
  // Loaded on demand: node-forge takes 60 ms to load, and a later start does not need it.
  const make = await import("./certificates.ts");
  const empresas = listHolders();
  const keys = await Promise.all(keysOf(before).map((key) => key ?? make.makeKey()));
  const [raizKey = "", intermediariaKey = "", servidorKey = "", ...leafKeys] = keys;
  const raiz = make.makeRootCa(raizKey, now);
  const intermediaria = make.makeIntermediateCa(intermediariaKey, raiz, now);
  const servidor = make.makeServerCertificate(servidorKey, intermediaria, now);
  const pairs = empresas.map((empresa, index): [string, CertificateKeyPair] => {
    const titular = holderOf(empresa, index);
    const chave = before?.ecnpjs[empresa.cnpj]?.chavePem ?? leafKeys[index % leafKeys.length] ?? "";
    return [empresa.cnpj, make.makeEcnpj({ chavePem: chave, titular, emissor: intermediaria, now })];
  });
  const pfxSenha = before?.pfxSenha ?? `malote-${randomBytes(6).toString("base64url")}`;
  const chain = [intermediaria.certificadoPem, raiz.certificadoPem];
  const pfxs = pairs
    .slice(0, EMPRESAS_DEMO.length)
    .map(([cnpj, keyPair]): [string, string] => [
      cnpj,
      make.makePfx(keyPair, chain, { senha: pfxSenha }).toString("base64"),
    ]);
  return {
    raiz,
    intermediaria,
    servidor,
    ecnpjs: Object.fromEntries(pairs),
    pfxs: Object.fromEntries(pfxs),
    pfxSenha,
  };
}

/** The existing keys in the order of their holders; null for a missing key. */
function keysOf(before: KeySet | null): (string | null)[] {
  const authorities = [before?.raiz, before?.intermediaria, before?.servidor];
  const leaves = listKeyOwners().map((empresa) => before?.ecnpjs[empresa.cnpj]);
  return [...authorities, ...leaves].map((keyPair) => keyPair?.chavePem ?? null);
}

function holderOf(empresa: Empresa, index: number) {
  const { municipio, uf } = empresa.endereco;
  const responsavel = RESPONSAVEIS[index % RESPONSAVEIS.length];
  if (!responsavel) throw new RangeError("no responsável");
  return { cnpj: empresa.cnpj, nome: empresa.nome, email: empresa.email, municipio, uf, responsavel };
}

function isKeySet(value: unknown): value is KeySet {
  return typeof value === "object" && value !== null && PARTS.every((part) => part in value);
}

function isComplete(keySet: KeySet): boolean {
  const pfxs = EMPRESAS_DEMO.every((empresa) => keySet.pfxs[empresa.cnpj]);
  return pfxs && listHolders().every((empresa) => keySet.ecnpjs[empresa.cnpj]);
}

function isExpiring(keySet: KeySet, now: Date): boolean {
  return [keySet.servidor, ...Object.values(keySet.ecnpjs)].some(
    (keyPair) => Date.parse(new X509Certificate(keyPair.certificadoPem).validTo) - now.getTime() < RENEW_MS,
  );
}
