import type { EMPRESA_ORDERS, MessageKey, ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, compareText, foldName, isCnpj, isCpf, isUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** An empresa as the form sends it. */
export type EmpresaForm = ParsedParamsOf<"Empresa.saveEmpresa">["empresa"];

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
  form: EmpresaForm,
  tipoPessoa: TipoPessoa,
): Omit<Empresa, "feedSefaz" | "downloadPublico"> {
  const { ativarAuditor, ativarManifestacao } = form;
  const cnpj = readDocumento(form.cnpj, tipoPessoa);
  const uf = form.uf || null;
  if (uf !== null && !isUf(uf)) throw new Refusal("ufInvalida", { campo: "empresa.uf" });
  const cienciaAutomatica = form.cienciaAutomatica ?? false;
  // The ciência is a manifestação of documents that the distribution sync finds, so it requires both.
  if (cienciaAutomatica && !(ativarAuditor && ativarManifestacao)) {
    throw new Refusal("cienciaSemAuditor", { campo: "empresa.cienciaAutomatica" });
  }
  return {
    nome: form.nome.trim(),
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
  const refuse = (key: MessageKey): never => {
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
export function readEmpresaFilter(searchCnpjCpfEmpresa: string | null | undefined): string | null {
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
export function readFeedSefaz({ feedSefaz }: EmpresaForm, stored: Empresa | null): boolean {
  return feedSefaz ?? stored?.feedSefaz ?? false;
}

/**
 * Whether the public download serves its documents. An absent field keeps the stored value; a new
 * empresa is open.
 */
export function readDownloadPublico({ downloadPublico }: EmpresaForm, stored: Empresa | null): boolean {
  return downloadPublico ?? stored?.downloadPublico ?? true;
}

/** The fields whose change is recorded, with their labels. */
const LABELS = {
  nome: "razão social",
  cnpj: "CNPJ",
  uf: "UF",
  ativarAuditor: "auditor",
  ativarManifestacao: "manifestação",
  cienciaAutomatica: "ciência automática",
  feedSefaz: "feed no formato da SEFAZ",
  downloadPublico: "download público",
} as const satisfies Record<keyof Empresa, string>;

/** Describes a change of an empresa. before: null for a new one. */
export function describeEmpresa(before: Empresa | null, after: Empresa): string {
  if (before === null) return `${after.nome} · ${after.cnpj}`;
  const fields = Object.keys(LABELS) as (keyof Empresa)[];
  const changes = fields
    .filter((campo) => before[campo] !== after[campo])
    .map((campo) => `${LABELS[campo]}: ${show(before[campo])} → ${show(after[campo])}`);
  return changes.join("; ") || "nada mudou";
}

function show(value: Empresa[keyof Empresa]): string {
  if (typeof value === "boolean") return value ? "sim" : "não";
  return value ?? "—";
}

type Sortable = { id: string; nome: string; cnpj: string };

/** The sort order of a list: by name as a person sorts, or by CNPJ; always deterministic. */
export function compareEmpresas(
  order: (typeof EMPRESA_ORDERS)[number],
): (a: Sortable, b: Sortable) => number {
  return order === "cnpj"
    ? (a, b) => compareText(a.cnpj, b.cnpj)
    : (a, b) => compareText(foldName(a.nome), foldName(b.nome)) || compareText(a.cnpj, b.cnpj);
}
