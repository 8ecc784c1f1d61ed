import { randomBytes, X509Certificate } from "node:crypto";
import path from "node:path";
import { readJson, writePrivateJson } from "../disk.ts";
import type { ParChaves } from "./certificados.ts";
import { EMPRESAS_DEMO, type Empresa, RESPONSAVEIS } from "./empresas.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES, PRODUTOR_RURAL } from "./fornecedores.ts";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "./transportadoras.ts";

/** The keys and certificates of the invented companies, created once per data folder. */
export type Acervo = {
  raiz: ParChaves;
  intermediaria: ParChaves;
  servidor: ParChaves;
  /** e-CNPJ by CNPJ (e-CPF by CPF for a produtor rural) of the demo companies and all issuers. */
  ecnpjs: Record<string, ParChaves>;
  /** PKCS#12 in base64 by CNPJ, for the demo companies only. */
  pfxs: Record<string, string>;
  pfxSenha: string;
};

export const FILE = "papelaria.json";
/** A certificate that expires within this time is renewed at the next start. */
const RENEW_MS = 30 * 86_400_000;
const PARTS = ["raiz", "intermediaria", "servidor", "ecnpjs", "pfxs", "pfxSenha"] as const;

/** Reads the key set of a folder, or creates and stores it. An incomplete or expiring set gets new
 * certificates for its existing keys, so that documents signed earlier still chain to the root. */
export async function openAcervo(dir: string, agora: Date): Promise<Acervo> {
  const file = path.join(dir, FILE);
  const kept = readJson(file);
  const before = isAcervo(kept) ? kept : null;
  if (before && isComplete(before) && !isExpiring(before, agora)) return before;
  const made = await makeAcervo(agora, before);
  writePrivateJson(file, made);
  return made;
}

/** Both CA certificates, root first, as one PEM text. */
export function ancoraPem(acervo: Acervo): string {
  return `${acervo.raiz.certificadoPem.trim()}\n${acervo.intermediaria.certificadoPem.trim()}\n`;
}

function titulares(): Empresa[] {
  return [
    ...EMPRESAS_DEMO,
    ...FORNECEDORES,
    FORNECEDOR_ALFANUMERICO,
    PRODUTOR_RURAL,
    TRANSPORTADORA,
    TRANSPORTADORA_ALFANUMERICA,
  ];
}

async function makeAcervo(agora: Date, before: Acervo | null): Promise<Acervo> {
  // Loaded on demand: node-forge takes 60 ms to load, and a later start does not need it.
  const make = await import("./certificados.ts");
  const empresas = titulares();
  const keys = await Promise.all(keysOf(before).map((key) => key ?? make.makeChave()));
  const [raizKey = "", intermediariaKey = "", servidorKey = "", ...leafKeys] = keys;
  const raiz = make.makeRaiz(raizKey, agora);
  const intermediaria = make.makeIntermediaria(intermediariaKey, raiz, agora);
  const servidor = make.makeServidor(servidorKey, intermediaria, agora);
  const pairs = empresas.map((empresa, index): [string, ParChaves] => {
    const titular = titularOf(empresa, index);
    const chave = leafKeys[index] ?? "";
    return [empresa.cnpj, make.makeEcnpj({ chavePem: chave, titular, emissor: intermediaria, agora })];
  });
  const pfxSenha = before?.pfxSenha ?? `malote-${randomBytes(6).toString("base64url")}`;
  const cadeia = [intermediaria.certificadoPem, raiz.certificadoPem];
  const pfxs = pairs
    .slice(0, EMPRESAS_DEMO.length)
    .map(([cnpj, par]): [string, string] => [
      cnpj,
      make.makePfx(par, cadeia, { senha: pfxSenha }).toString("base64"),
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
function keysOf(before: Acervo | null): (string | null)[] {
  const autoridades = [before?.raiz, before?.intermediaria, before?.servidor];
  const leaves = titulares().map((empresa) => before?.ecnpjs[empresa.cnpj]);
  return [...autoridades, ...leaves].map((par) => par?.chavePem ?? null);
}

function titularOf(empresa: Empresa, index: number) {
  const { municipio, uf } = empresa.endereco;
  const responsavel = RESPONSAVEIS[index % RESPONSAVEIS.length];
  if (!responsavel) throw new RangeError("no responsável");
  return { cnpj: empresa.cnpj, nome: empresa.nome, email: empresa.email, municipio, uf, responsavel };
}

function isAcervo(value: unknown): value is Acervo {
  return typeof value === "object" && value !== null && PARTS.every((part) => part in value);
}

function isComplete(acervo: Acervo): boolean {
  const pfxs = EMPRESAS_DEMO.every((empresa) => acervo.pfxs[empresa.cnpj]);
  return pfxs && titulares().every((empresa) => acervo.ecnpjs[empresa.cnpj]);
}

function isExpiring(acervo: Acervo, agora: Date): boolean {
  return [acervo.servidor, ...Object.values(acervo.ecnpjs)].some(
    (par) => Date.parse(new X509Certificate(par.certificadoPem).validTo) - agora.getTime() < RENEW_MS,
  );
}
