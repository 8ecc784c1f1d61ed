import type { EMPRESA_ORDERS, MensagemKey, ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, foldNome, isCnpj, isCpf, isUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** A company as it was typed. */
export type EmpresaDigitada = ParsedParamsOf<"Empresa.saveEmpresa">["empresa"];

/** What a conta is: its owner a person or a company. */
export type TipoPessoa = ParsedParamsOf<"Conta.saveConta">["conta"]["tipoPessoa"];

/** A company as it is kept. cnpj: a CPF where the conta is a person's. */
export type Empresa = {
  nome: string;
  cnpj: string;
  uf: string | null;
  ativarAuditor: boolean;
  ativarManifestacao: boolean;
  cienciaAutomatica: boolean;
  /** Its documents may be read at the SEFAZ-shaped feed, by who bears a certificate of its CNPJ. */
  feedSefaz: boolean;
  /** The public download hands out its documents, once it is proved. */
  downloadPublico: boolean;
};

/**
 * What was typed, as it is kept: without mask and outer spaces.
 * @param tipoPessoa the conta's: a person has companies with a CPF too
 * @throws {Refusal} cnpjInvalido, cpfInvalido, empresaComCpf, ufInvalida, cienciaSemAuditor, each
 * at its field
 */
export function readEmpresa(
  digitada: EmpresaDigitada,
  tipoPessoa: TipoPessoa,
): Omit<Empresa, "feedSefaz" | "downloadPublico"> {
  const { ativarAuditor, ativarManifestacao } = digitada;
  const cnpj = readDocumento(digitada.cnpj, tipoPessoa);
  const uf = digitada.uf || null;
  if (uf !== null && !isUf(uf)) throw new Refusal("ufInvalida", { campo: "empresa.uf" });
  const cienciaAutomatica = digitada.cienciaAutomatica ?? false;
  // The ciência answers what the walk brings, and is a manifestação.
  if (cienciaAutomatica && !(ativarAuditor && ativarManifestacao)) {
    throw new Refusal("cienciaSemAuditor", { campo: "empresa.cienciaAutomatica" });
  }
  return {
    nome: digitada.nome.trim(),
    cnpj,
    uf,
    ativarAuditor,
    ativarManifestacao,
    cienciaAutomatica,
  };
}

const CPF_CHARS = 11;

function readDocumento(text: string, tipoPessoa: TipoPessoa): string {
  const documento = cleanDocumento(text);
  if (isCnpj(documento)) return documento;
  const refuse = (key: MensagemKey): never => {
    throw new Refusal(key, { campo: "empresa.cnpj" });
  };
  if (tipoPessoa === "Jurídica") return refuse(isCpf(documento) ? "empresaComCpf" : "cnpjInvalido");
  if (isCpf(documento)) return documento;
  return refuse(documento.length === CPF_CHARS ? "cpfInvalido" : "cnpjInvalido");
}

/**
 * The CNPJ or CPF of the company that a question is about, without its mask; null where none is named.
 * @throws {Refusal} cnpjInvalido, cpfInvalido: a part of one, or one that does not exist, names no company
 */
export function readProcurada(searchCnpjCpfEmpresa: string | null | undefined): string | null {
  const text = searchCnpjCpfEmpresa?.trim() ?? "";
  if (text === "") return null;
  const documento = cleanDocumento(text);
  if (isCnpj(documento) || isCpf(documento)) return documento;
  const key = documento.length === CPF_CHARS && /^[0-9]+$/.test(documento) ? "cpfInvalido" : "cnpjInvalido";
  throw new Refusal(key, { campo: "searchCnpjCpfEmpresa" });
}

/** Whether its feed is open: as it is stored where nothing is said of it, so that a program which does not know of the feed shuts none. */
export function readFeedSefaz({ feedSefaz }: EmpresaDigitada, stored: Empresa | null): boolean {
  return feedSefaz ?? stored?.feedSefaz ?? false;
}

/** Whether the public download has its documents: as it is stored where nothing is said of it, and open for a new one. */
export function readDownloadPublico({ downloadPublico }: EmpresaDigitada, stored: Empresa | null): boolean {
  return downloadPublico ?? stored?.downloadPublico ?? true;
}

/** The fields whose change is written down, as a person calls them. */
const CAMPOS = {
  nome: "razão social",
  cnpj: "CNPJ",
  uf: "UF",
  ativarAuditor: "auditor",
  ativarManifestacao: "manifestação",
  cienciaAutomatica: "ciência automática",
  feedSefaz: "feed no formato da SEFAZ",
  downloadPublico: "download público",
} as const satisfies Record<keyof Empresa, string>;

/** What was changed of a company, in words. antes: null = it is new. */
export function describeEmpresa(antes: Empresa | null, depois: Empresa): string {
  if (antes === null) return `${depois.nome} · ${depois.cnpj}`;
  const campos = Object.keys(CAMPOS) as (keyof Empresa)[];
  const mudancas = campos
    .filter((campo) => antes[campo] !== depois[campo])
    .map((campo) => `${CAMPOS[campo]}: ${show(antes[campo])} → ${show(depois[campo])}`);
  return mudancas.join("; ") || "nada mudou";
}

function show(valor: Empresa[keyof Empresa]): string {
  if (typeof valor === "boolean") return valor ? "sim" : "não";
  return valor ?? "—";
}

type Ordenavel = { id: string; nome: string; cnpj: string };

/** The order of a list: by name as a person reads it, or by CNPJ; never left to chance. */
export function compareEmpresas(
  order: (typeof EMPRESA_ORDERS)[number],
): (a: Ordenavel, b: Ordenavel) => number {
  return order === "cnpj"
    ? (a, b) => compare(a.cnpj, b.cnpj)
    : (a, b) => compare(foldNome(a.nome), foldNome(b.nome)) || compare(a.cnpj, b.cnpj);
}

// Not the locale's order, which is another on another machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
