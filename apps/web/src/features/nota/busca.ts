import { isChaveAcesso } from "@malote/syntax";

/** The address of the received list that looks for a text everywhere, past the default filter; a whole chave is looked
 * for among documents of others too, since it can mean no other. */
export function buscaHref(busca: string): string {
  const texto = busca.trim();
  const terceiros: Record<string, string> = isChaveAcesso(texto) ? { terceiros: "sim" } : {};
  return `/dfe_recebidos?${new URLSearchParams({ erp: "todos", emissao: "tudo", ...terceiros, texto })}`;
}
