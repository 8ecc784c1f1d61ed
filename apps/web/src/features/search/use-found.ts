import { type Day, foldName, readOperators } from "@malote/syntax";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { type Usuario, usuariosQuery } from "../../rpc/conta/usuarios.ts";
import type { NotaRow } from "../../rpc/documents/queries.ts";
import {
  type SearchResult,
  searchListQuery,
  searchQuery,
  suppliersQuery,
} from "../../rpc/documents/search.ts";
import { isSearchable, type PaletteContent } from "./palette-options.ts";
import { readChave } from "./search-results.ts";

/** Delay in ms before the search: a user presses a key about every 150 ms. */
const DEBOUNCE_MS = 180;
const SUPPLIER_MIN = 3;

/** What the server finds for a text: documents, the total of the list, suppliers, and people for managers. */
export function useFound(texto: string, today: Day) {
  const searchable = isSearchable(texto, today);
  const wanted = readChave(texto) ?? texto.trim();
  const [request] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const isEnabled = searchable && isSearchable(request, today);
  const { operators, resto } = readOperators(request, today);
  const isOfList = operators.length > 0;
  const name = supplierNameOf(request, today);
  const query = useQuery({ ...searchQuery(request), enabled: isEnabled && !isOfList });
  const list = useQuery({ ...searchListQuery(request), enabled: isEnabled });
  const suppliers = useQuery({ ...suppliersQuery(name), enabled: isEnabled && name.length >= SUPPLIER_MIN });
  const pessoas = usePeople(isEnabled && !isOfList ? resto : "");
  const isCurrent = searchable && request === wanted;
  const main = isOfList ? list : query;
  const documents = isOfList ? (list.data?.notas ?? []).map(resultOf) : (query.data ?? []);
  const found: Pick<PaletteContent, "achados" | "total" | "fornecedores" | "pessoas"> = {
    achados: searchable ? documents : [],
    // A total of another text would be a wrong one.
    total: isCurrent && list.data && !list.isPlaceholderData ? list.data : null,
    fornecedores: isEnabled && name.length >= SUPPLIER_MIN ? (suppliers.data ?? []) : [],
    pessoas: searchable ? pessoas : [],
  };
  return { ...found, query: main, searchable, isSearching: searchable && (main.isFetching || !isCurrent) };
}

/** The text that may name a supplier: the words beside the operators, or the value of `de:`. */
function supplierNameOf(text: string, today: Day): string {
  const { operators, resto } = readOperators(text, today);
  const [from] = operators.flatMap(({ operator }) => (operator.name === "de" ? [operator.quem] : []));
  return from ?? (/[\p{L}./-]/u.test(resto) || resto.trim().length === 14 ? resto.trim() : "");
}

/** Users of the conta by their names, for those who may change them. */
function usePeople(text: string): readonly Usuario[] {
  const isManager = useIsManager() ?? false;
  const words = foldName(text)
    .split(" ")
    .filter((word) => word !== "");
  const { data = [] } = useQuery({ ...usuariosQuery, enabled: isManager && words.length > 0 });
  if (!isManager || words.length === 0) return [];
  return data.filter(({ nome, nomeUsuario, nomeCompleto, email }) => {
    const all = foldName(`${nome} ${nomeUsuario} ${nomeCompleto} ${email}`);
    return words.every((word) => all.includes(word));
  });
}

/** A row of the list as a result of the search. */
function resultOf(nota: NotaRow): SearchResult {
  const { id, tipoNota, chaveAcesso, numeroNota, serieNota, dataEmissao, valorTotal } = nota;
  const { nomeEmitente, cnpjEmitente, nomeDestinatario } = nota;
  return {
    ...{ id, tipoNota, chaveAcesso, numeroNota, serieNota, dataEmissao, valorTotal },
    ...{ nomeEmitente, cnpjEmitente, nomeDestinatario },
    ...{ alvo: "nota", type: "E", notaId: id, porque: "valor" },
  };
}
