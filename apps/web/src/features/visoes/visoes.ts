/** A saved view of a list: filter and order as in its address, and the columns. */
export type Visao = {
  id: string;
  nome: string;
  /** The query string without the parameters of a single visit: {@link buscaDe}. */
  busca: string;
  /** The visible columns, separated by commas; "" when the list has no column selection. */
  colunas: string;
};

/** The saved views of one user for one list, in order of creation. */
export type Visoes = { lista: readonly Visao[]; padrao: string | null };

/** What a list shows now. */
export type Mostrado = Pick<Visao, "busca" | "colunas">;

export const VISOES_MAX = 30;
export const VISAO_NOME_MAX = 40;
/** Value of the address parameter for no view, not even the default. */
export const NENHUMA = "nenhuma";

/** Parameters of a single visit: the page, and the view that it started with. */
const PASSAGEIROS = ["page", "pageDiv", "visao"];
const NADA: Visoes = { lista: [], padrao: null };

/** Validates the stored views; invalid entries are dropped. */
export function readVisoes(valor: unknown): Visoes {
  if (!isRecord(valor) || !Array.isArray(valor.lista)) return NADA;
  const lista = valor.lista.filter(isVisao).slice(0, VISOES_MAX);
  return { lista, padrao: lista.find(({ id }) => id === valor.padrao)?.id ?? null };
}

/** The normalised query string of a list: parameters sorted, those of a single visit removed. */
export function buscaDe(params: URLSearchParams): string {
  const kept = [...params].filter(([nome]) => !PASSAGEIROS.includes(nome));
  return String(new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The address parameters of a view. */
export function paramsDe({ id, busca }: Visao): URLSearchParams {
  const params = new URLSearchParams(busca);
  params.set("visao", id);
  return params;
}

/** Whether the list differs from its saved view. */
export function isModificada(visao: Visao, mostrado: Mostrado): boolean {
  return visao.busca !== mostrado.busca || visao.colunas !== mostrado.colunas;
}

function isRecord(valor: unknown): valor is Record<string, unknown> {
  return typeof valor === "object" && valor !== null;
}

function isVisao(valor: unknown): valor is Visao {
  if (!isRecord(valor)) return false;
  return ["id", "nome", "busca", "colunas"].every((campo) => typeof valor[campo] === "string");
}
