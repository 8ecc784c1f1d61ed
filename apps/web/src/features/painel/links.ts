import type { TipoNota } from "@malote/syntax";
import type { Papel } from "../../rpc/queries.ts";
import type { Intervalo } from "./filtro.ts";

/** Documents that a number counts. Absent: whichever. */
type Recorte = {
  papel: Papel;
  range: Intervalo;
  /** CNPJ of a company of the conta. */
  empresa?: string;
  /** Its id; without it only documents that it received, or made, are found, not those of its other parts. */
  empresaId?: string | undefined;
  tipos?: readonly TipoNota[];
  uf?: string;
  /** Of those only the ones that are so. */
  so?: "divergentes" | "abertas" | "canceladas";
};

/** Types that an ERP takes: those of the badge. */
export const TIPOS_DO_ERP: readonly TipoNota[] = ["NFe", "CTe"];

/**
 * The list of just the documents that a number counts: none in quarantine. Those that the ERP has are among them, unless asked otherwise.
 */
export function notasHref({ papel, range, tipos = [], uf = "", so, ...de }: Recorte): string {
  const params = new URLSearchParams();
  if (so !== "abertas") params.set("erp", "todos");
  params.set("emissao", `${range.de}..${range.ate}`);
  if (tipos.length > 0) params.set("tipo", tipos.join(","));
  if (uf) params.set("uf", uf);
  if (de.empresaId) params.set("empresa", de.empresaId);
  else if (de.empresa) params.set(papel === "E" ? "destinatario" : "emitente", de.empresa);
  params.set("situacao", so === "divergentes" ? "divergente" : "fora-de-quarentena");
  if (so === "canceladas") params.set("sefaz", "cancelada");
  return `/${papel === "E" ? "dfe_recebidos" : "dfe_emitidos"}?${params}`;
}

/** The e-mails that came in a range. empresaId: those that brought documents of this company. */
export function emailsHref({ de, ate }: Intervalo, empresaId?: string): string {
  const params = new URLSearchParams({ data: `${de}..${ate}` });
  if (empresaId) params.set("empresa", empresaId);
  return `/emails?${params}`;
}
