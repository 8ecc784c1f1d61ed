import type { EMPRESA_ORDERS, ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, foldNome, isCnpj, isUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** A company as it was typed. */
export type EmpresaDigitada = ParsedParamsOf<"Empresa.saveEmpresa">["empresa"];

/** A company as it is kept. */
export type Empresa = {
  nome: string;
  cnpj: string;
  uf: string | null;
  ativarAuditor: boolean;
  ativarManifestacao: boolean;
  cienciaAutomatica: boolean;
  /** Its documents may be read at the SEFAZ-shaped feed, by who bears a certificate of its CNPJ. */
  feedSefaz: boolean;
};

/**
 * What was typed, as it is kept: without mask and outer spaces.
 * @throws {Refusal} cnpjInvalido, ufInvalida, cienciaSemAuditor, each at its field
 */
export function readEmpresa(digitada: EmpresaDigitada): Omit<Empresa, "feedSefaz"> {
  const { ativarAuditor, ativarManifestacao } = digitada;
  const cnpj = cleanDocumento(digitada.cnpj);
  if (!isCnpj(cnpj)) throw new Refusal("cnpjInvalido", { campo: "empresa.cnpj" });
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

/** Whether its feed is open: as it is stored where nothing is said of it, so that a program which does not know of the feed shuts none. */
export function readFeedSefaz({ feedSefaz }: EmpresaDigitada, stored: Empresa | null): boolean {
  return feedSefaz ?? stored?.feedSefaz ?? false;
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
