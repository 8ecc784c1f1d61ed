import { randomBytes, X509Certificate } from "node:crypto";
import path from "node:path";
import { readJson, writePrivateJson } from "../disk.ts";
import type { ParChaves } from "./certificados.ts";
import { EMPRESAS_DEMO, type Empresa, RESPONSAVEIS } from "./empresas.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "./fornecedores.ts";

/** The keys and certificates of the invented world, made once per data folder. */
export type Acervo = {
  raiz: ParChaves;
  intermediaria: ParChaves;
  servidor: ParChaves;
  /** e-CNPJ by CNPJ, of the demo companies and of every supplier. */
  ecnpjs: Record<string, ParChaves>;
  /** PKCS#12 in base64 by CNPJ, of the demo companies only. */
  pfxs: Record<string, string>;
  pfxSenha: string;
};

const FILE = "papelaria.json";
/** A certificate that ends within so many days is made again at the next start. */
const RENEW_MS = 30 * 86_400_000;
const PARTS = ["raiz", "intermediaria", "servidor", "ecnpjs", "pfxs", "pfxSenha"] as const;

/** Reads the acervo of a folder; makes and keeps it when it is missing or incomplete. One about to expire gets new
 * certificates for its old keys, so that what they signed still chains to the root. */
export async function openAcervo(dir: string, agora: Date): Promise<Acervo> {
  const file = path.join(dir, FILE);
  const kept = readJson(file);
  const whole = isAcervo(kept) && isComplete(kept) ? kept : null;
  if (whole && !isExpiring(whole, agora)) return whole;
  const made = await makeAcervo(agora, whole);
  writePrivateJson(file, made);
  return made;
}

/** The two CA certificates, root first, as one PEM text. */
export function ancoraPem(acervo: Acervo): string {
  return `${acervo.raiz.certificadoPem.trim()}\n${acervo.intermediaria.certificadoPem.trim()}\n`;
}

function titulares(): Empresa[] {
  return [...EMPRESAS_DEMO, ...FORNECEDORES, FORNECEDOR_ALFANUMERICO];
}

async function makeAcervo(agora: Date, before: Acervo | null): Promise<Acervo> {
  // node-forge costs 60 ms to load: a warm start never asks for it.
  const make = await import("./certificados.ts");
  const empresas = titulares();
  const keys = before
    ? keysOf(before)
    : await Promise.all(Array.from({ length: empresas.length + 3 }, make.makeChave));
  const [raizKey = "", intermediariaKey = "", servidorKey = "", ...leafKeys] = keys;
  const raiz = make.makeRaiz(raizKey, agora);
  const intermediaria = make.makeIntermediaria(intermediariaKey, raiz, agora);
  const servidor = make.makeServidor(servidorKey, intermediaria, agora);
  const pairs = empresas.map((empresa, index): [string, ParChaves] => {
    const titular = titularOf(empresa, index);
    return [empresa.cnpj, make.makeEcnpj(leafKeys[index] ?? "", titular, intermediaria, agora)];
  });
  const pfxSenha = before?.pfxSenha ?? `malote-${randomBytes(6).toString("base64url")}`;
  const cadeia = [intermediaria.certificadoPem, raiz.certificadoPem];
  const pfxs = pairs
    .slice(0, EMPRESAS_DEMO.length)
    .map(([cnpj, par]): [string, string] => [cnpj, make.makePfx(par, cadeia, pfxSenha).toString("base64")]);
  return {
    raiz,
    intermediaria,
    servidor,
    ecnpjs: Object.fromEntries(pairs),
    pfxs: Object.fromEntries(pfxs),
    pfxSenha,
  };
}

function keysOf({ raiz, intermediaria, servidor, ecnpjs }: Acervo): string[] {
  const leaves = titulares().map((empresa) => ecnpjs[empresa.cnpj]?.chavePem ?? "");
  return [raiz.chavePem, intermediaria.chavePem, servidor.chavePem, ...leaves];
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
