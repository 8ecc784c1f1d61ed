import { isChaveAcesso } from "@malote/syntax";

/**
 * URL of the received list that searches a text without the default filter. It includes terceiros
 * for a complete chave, which matches one document only.
 */
export function buscaHref(busca: string): string {
  const texto = busca.trim();
  const terceiros: Record<string, string> = isChaveAcesso(texto) ? { terceiros: "sim" } : {};
  return `/dfe_recebidos?${new URLSearchParams({ erp: "todos", emissao: "tudo", ...terceiros, texto })}`;
}
