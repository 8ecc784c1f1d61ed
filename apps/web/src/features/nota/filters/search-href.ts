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
