import { VISOES_MAX, type Visao, type Visoes } from "./visoes.ts";

/**
 * Why a name is rejected; null when it is valid.
 * @param renamedId the view that is being renamed
 */
export function recusaDoNome(
  { lista }: Visoes,
  nome: string,
  exceto?: string,
): "vazio" | "repetido" | "cheio" | null {
  const same = fold(nome);
  if (same === "") return "vazio";
  if (lista.some((visao) => visao.id !== exceto && fold(visao.nome) === same)) return "repetido";
  return exceto === undefined && lista.length >= VISOES_MAX ? "cheio" : null;
}

export function addVisao(visoes: Visoes, visao: Visao): Visoes {
  return { ...visoes, lista: [...visoes.lista, { ...visao, nome: visao.nome.trim() }] };
}

/** Changes the name of a view, or what it shows. */
export function changeVisao(visoes: Visoes, id: string, changed: Partial<Omit<Visao, "id">>): Visoes {
  return {
    ...visoes,
    lista: visoes.lista.map((visao) => (visao.id === id ? { ...visao, ...changed } : visao)),
  };
}

export function removeVisao({ lista, padrao }: Visoes, id: string): Visoes {
  return { lista: lista.filter((visao) => visao.id !== id), padrao: padrao === id ? null : padrao };
}

/** Sets the default view, with which the list opens; clears it when it is already the default. */
export function togglePadrao({ lista, padrao }: Visoes, id: string): Visoes {
  return { lista, padrao: padrao === id ? null : id };
}

function fold(nome: string): string {
  return nome.trim().toLocaleLowerCase("pt-BR");
}
