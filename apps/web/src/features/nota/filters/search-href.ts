import { isChaveAcesso } from "@malote/syntax";

/**
 * URL of the received list that searches a text without the default filter. It includes terceiros
 * for a complete chave, which matches one document only.
 */
export function searchHref(searchText: string): string {
  const text = searchText.trim();
  const terceiros: Record<string, string> = isChaveAcesso(text) ? { terceiros: "sim" } : {};
  return `/dfe_recebidos?${new URLSearchParams({ erp: "todos", emissao: "tudo", ...terceiros, texto: text })}`;
}

/** URL of all received documents of a supplier. */
export function supplierHref(documento: string): string {
  return `/dfe_recebidos?${new URLSearchParams({ erp: "todos", emissao: "tudo", emitente: documento })}`;
}

/** URL of the list of one document, whatever its state. */
export function documentHref(chave: string, side: "E" | "S"): string {
  const params = new URLSearchParams({ erp: "todos", emissao: "tudo", texto: chave });
  if (side === "E") params.set("terceiros", "sim");
  return `/${side === "E" ? "dfe_recebidos" : "dfe_emitidos"}?${params}`;
}
