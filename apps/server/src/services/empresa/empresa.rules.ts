import type { EMPRESA_ORDERS, MensagemKey, ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, foldNome, isCnpj, isCpf, isUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** An empresa as the form sends it. */
export type EmpresaDigitada = ParsedParamsOf<"Empresa.saveEmpresa">["empresa"];

/** Whether the conta belongs to a person or a company. */
export type TipoPessoa = ParsedParamsOf<"Conta.saveConta">["conta"]["tipoPessoa"];

/** An empresa as stored. cnpj: may be a CPF in the conta of a person. */
export type Empresa = {
  nome: string;
  cnpj: string;
  uf: string | null;
  ativarAuditor: boolean;
  ativarManifestacao: boolean;
  cienciaAutomatica: boolean;
  /** The SEFAZ-format feed serves its documents to a client certificate of its CNPJ. */
  feedSefaz: boolean;
  /** The public download serves its documents, once the empresa is proved. */
  downloadPublico: boolean;
};

/**
 * Normalizes a form to an empresa: without mask and outer spaces.
 * @param tipoPessoa of the conta: that of a person may also have an empresa with a CPF
 * @throws {Refusal} cnpjInvalido, cpfInvalido, empresaComCpf, ufInvalida, cienciaSemAuditor, each with
 * its field
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
  // The ciência is a manifestação of documents that the distribution sync finds, so it requires both.
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
 * The CNPJ or CPF to filter by, without its mask; null if none is given.
 * @throws {Refusal} cnpjInvalido, cpfInvalido: a partial or invalid number matches no empresa
 */
export function readProcurada(searchCnpjCpfEmpresa: string | null | undefined): string | null {
  const text = searchCnpjCpfEmpresa?.trim() ?? "";
  if (text === "") return null;
  const documento = cleanDocumento(text);
  if (isCnpj(documento) || isCpf(documento)) return documento;
  const key = documento.length === CPF_CHARS && /^[0-9]+$/.test(documento) ? "cpfInvalido" : "cnpjInvalido";
  throw new Refusal(key, { campo: "searchCnpjCpfEmpresa" });
}

/**
 * Whether its feed is open. An absent field keeps the stored value, so older API clients do not close
 * it.
 */
export function readFeedSefaz({ feedSefaz }: EmpresaDigitada, stored: Empresa | null): boolean {
  return feedSefaz ?? stored?.feedSefaz ?? false;
}

/**
 * Whether the public download serves its documents. An absent field keeps the stored value; a new
 * empresa is open.
 */
export function readDownloadPublico({ downloadPublico }: EmpresaDigitada, stored: Empresa | null): boolean {
  return downloadPublico ?? stored?.downloadPublico ?? true;
}

/** The fields whose change is recorded, with their labels. */
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

/** Describes a change of an empresa. antes: null for a new one. */
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

/** The sort order of a list: by name as a person sorts, or by CNPJ; always deterministic. */
export function compareEmpresas(
  order: (typeof EMPRESA_ORDERS)[number],
): (a: Ordenavel, b: Ordenavel) => number {
  return order === "cnpj"
    ? (a, b) => compare(a.cnpj, b.cnpj)
    : (a, b) => compare(foldNome(a.nome), foldNome(b.nome)) || compare(a.cnpj, b.cnpj);
}

// Not the locale's order, which differs between machines.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
