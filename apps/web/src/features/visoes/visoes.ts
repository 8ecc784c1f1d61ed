/** A list as somebody likes it: filter and order as its address holds them, and the columns. */
export type Visao = {
  id: string;
  nome: string;
  /** The address without what is of one visit only: {@link buscaDe}. */
  busca: string;
  /** The columns in view, with commas; "" where the list has no choice of them. */
  colunas: string;
};

/** The views of one list of one person, in the order of their making. */
export type Visoes = { lista: readonly Visao[]; padrao: string | null };

/** What a list shows now. */
export type Mostrado = Pick<Visao, "busca" | "colunas">;

export const VISOES_MAX = 30;
export const VISAO_NOME_MAX = 40;
/** In an address: none, not even the default. */
export const NENHUMA = "nenhuma";

/** Of one visit: the page, and which view it began with. */
const PASSAGEIROS = ["page", "pageDiv", "visao"];
const NADA: Visoes = { lista: [], padrao: null };

/** What can be relied on of what a browser kept. */
export function readVisoes(valor: unknown): Visoes {
  if (!isRecord(valor) || !Array.isArray(valor.lista)) return NADA;
  const lista = valor.lista.filter(isVisao).slice(0, VISOES_MAX);
  return { lista, padrao: lista.find(({ id }) => id === valor.padrao)?.id ?? null };
}

/** What an address asks of a list, the same however it is written. */
export function buscaDe(params: URLSearchParams): string {
  const kept = [...params].filter(([nome]) => !PASSAGEIROS.includes(nome));
  return String(new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The address of a view. */
export function paramsDe({ id, busca }: Visao): URLSearchParams {
  const params = new URLSearchParams(busca);
  params.set("visao", id);
  return params;
}

/** Whether the list shows something else than the view that it began with. */
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
