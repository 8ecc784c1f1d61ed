import type { TipoNota } from "@malote/syntax";
import type { Papel } from "../../rpc/queries.ts";
import type { Intervalo } from "./filtro.ts";

/** Documents that a number counts. Absent: whichever. */
type Recorte = {
  papel: Papel;
  range: Intervalo;
  /** CNPJ of a company of the conta. */
  empresa?: string;
  tipos?: readonly TipoNota[];
  uf?: string;
  /** Of those only the ones that are so. */
  so?: "divergentes" | "abertas" | "canceladas";
};

/** Types that an ERP takes: those of the badge. */
export const TIPOS_DO_ERP: readonly TipoNota[] = ["NFe", "CTe", "CTeOS"];

/** The list of just the documents that a number counts. Those that the ERP has are among them, unless asked otherwise. */
export function notasHref({ papel, range, empresa = "", tipos = [], uf = "", so }: Recorte): string {
  const params = new URLSearchParams();
  if (so !== "abertas") params.set("erp", "todos");
  params.set("emissao", `${range.de}..${range.ate}`);
  if (tipos.length > 0) params.set("tipo", tipos.join(","));
  if (uf) params.set("uf", uf);
  if (empresa) params.set(papel === "E" ? "destinatario" : "emitente", empresa);
  if (so === "divergentes") params.set("situacao", "divergente");
  if (so === "canceladas") params.set("sefaz", "cancelada");
  return `/${papel === "E" ? "dfe_recebidos" : "dfe_emitidos"}?${params}`;
}

/** The e-mails that came in a range. */
export function emailsHref({ de, ate }: Intervalo): string {
  return `/emails?${new URLSearchParams({ data: `${de}..${ate}` })}`;
}
