import { TIPOS_NO_BADGE, type TipoNota } from "@malote/syntax";
import type { NotaFilter, Side } from "../../rpc/documents/queries.ts";
import type { DayRange } from "./filters/painel-filter.ts";

/** Selection of the documents that a number counts; an absent field does not restrict. */
type CountedNotas = {
  papel: Side;
  range: DayRange;
  /** CNPJ of a company of the conta. */
  empresa?: string;
  /**
   * Id of that company. Without it, a list finds it only as destinatário or emitente, not in its
   * other roles.
   */
  empresaId?: string | undefined;
  tipos?: readonly TipoNota[];
  uf?: string;
  /** CNPJ or CPF of the other party. */
  parte?: string;
  /** Only documents with this status. */
  so?: "divergentes" | "abertas" | "canceladas";
};

/**
 * URL of the list of exactly the documents that a number counts, without quarantine. Processed
 * documents are included unless `so` is `abertas`.
 */
export function notasHref({ papel, range, tipos = [], uf = "", parte, so, ...de }: CountedNotas): string {
  const params = new URLSearchParams();
  if (so !== "abertas") params.set("erp", "todos");
  params.set("emissao", `${range.de}..${range.ate}`);
  if (tipos.length > 0) params.set("tipo", tipos.join(","));
  if (uf) params.set("uf", uf);
  if (parte) params.set(papel === "E" ? "emitente" : "destinatario", parte);
  if (de.empresaId) params.set("empresa", de.empresaId);
  else if (de.empresa) params.set(papel === "E" ? "destinatario" : "emitente", de.empresa);
  params.set("situacao", so === "divergentes" ? "divergente" : "fora-de-quarentena");
  if (so === "canceladas") params.set("sefaz", "cancelada");
  return `/${papel === "E" ? "dfe_recebidos" : "dfe_emitidos"}?${params}`;
}

/** Documents that are still to be done, whenever they were issued. */
export type OpenKind = "divergencias" | "abertas";
type OpenScope = Pick<CountedNotas, "papel" | "empresaId">;

/** URL of the list of what is still to be done: exactly what {@link openFilterOf} selects. */
export function openHref(kind: OpenKind, { papel, empresaId }: OpenScope): string {
  const params = new URLSearchParams();
  const isTab = kind === "divergencias" && papel === "E";
  if (isTab) params.set("tab", "div");
  else if (kind === "divergencias") params.set("erp", "todos");
  if (!isTab) {
    params.set("emissao", "tudo");
    if (kind === "abertas") params.set("tipo", TIPOS_NO_BADGE.join(","));
    params.set("situacao", kind === "divergencias" ? "divergente" : "fora-de-quarentena");
  }
  if (empresaId) params.set("empresa", empresaId);
  if (kind === "abertas") params.set("ordem", "emissaoAsc");
  return `/${papel === "E" ? "dfe_recebidos" : "dfe_emitidos"}?${params}`;
}

/** URL of the list of what falls due between two days of what the ERP has not processed; null = without that
 * end. */
export function dueHref(
  { papel, empresaId }: OpenScope,
  { de, ate }: { de: string | null; ate: string | null },
): string {
  const params = new URLSearchParams({ emissao: "tudo", situacao: "fora-de-quarentena" });
  params.set("vencimento", `${de ?? ""}..${ate ?? ""}`);
  if (empresaId) params.set("empresa", empresaId);
  return `/${papel === "E" ? "dfe_recebidos" : "dfe_emitidos"}?${params}`;
}

/** What the server counts of it, without a period: a default period must not hide what is to be done. */
export function openFilterOf(kind: OpenKind, { empresaId }: Pick<OpenScope, "empresaId">): NotaFilter {
  const empresa = empresaId ? { empresaId } : {};
  if (kind === "divergencias") return { divergente: true, quarentena: false, ...empresa };
  return { processadoErp: false, quarentena: false, tiposNota: [...TIPOS_NO_BADGE], ...empresa };
}

/**
 * URL of the e-mails received in a range. `empresaId`: only those with documents of this company.
 */
export function emailsHref({ de, ate }: DayRange, empresaId?: string): string {
  const params = new URLSearchParams({ data: `${de}..${ate}` });
  if (empresaId) params.set("empresa", empresaId);
  return `/emails?${params}`;
}
