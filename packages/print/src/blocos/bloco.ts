import type { Alinha } from "../pdf/pagina.ts";

/** A title with its content below; `peso` is its share of the row's width. */
export type Campo = { rotulo: string; valor: string; peso: number; alinha?: Alinha; isDestaque?: boolean };

/** A column of a table: its share of the width, or (`largura`) its own width in millimetres. */
export type Coluna = { titulo: string; peso?: number; largura?: number; alinha?: Alinha };

/** Content of a section, listed from top to bottom. `corpo` is the font size of a table, in points. */
export type Bloco =
  | { kind: "campos"; campos: readonly Campo[] }
  | { kind: "tabela"; colunas: readonly Coluna[]; linhas: readonly (readonly string[])[]; corpo?: number }
  | { kind: "texto"; texto: string };

/** A titled section; a section that continues on the next page repeats its title. */
export type Secao = { titulo: string; blocos: readonly Bloco[] };

/** A row of fields, without the empty ones; no block if all are empty.
 * @param campos title, content and share of the width */
export function camposOf(
  campos: readonly (readonly [string, string | null, number, Partial<Campo>?])[],
): Bloco[] {
  const said = campos.flatMap(([rotulo, valor, peso, extra]) =>
    valor === null || valor === "" ? [] : [{ rotulo, valor, peso, ...extra }],
  );
  return said.length === 0 ? [] : [{ kind: "campos", campos: said }];
}

/** A table without its empty columns; no block if it has no rows.
 * @param corpo font size in points */
export function tabelaOf(
  colunas: readonly Coluna[],
  linhas: readonly (readonly (string | null)[])[],
  corpo?: number,
): Bloco[] {
  const kept = colunas.map((_, at) => linhas.some((linha) => (linha[at] ?? "") !== ""));
  const only = <T>(cells: readonly T[]): T[] => cells.filter((_, at) => kept[at]);
  if (!kept.includes(true)) return [];
  return [
    {
      kind: "tabela",
      colunas: only(colunas),
      linhas: linhas.map((linha) => only(linha).map((cell) => cell ?? "")),
      corpo,
    },
  ];
}

/** A text block; no block if the text is empty. */
export function textoOf(texto: string | null): Bloco[] {
  return texto === null || texto === "" ? [] : [{ kind: "texto", texto }];
}

/** A section; omitted if it has no content. */
export function secaoOf(titulo: string, ...blocos: readonly (readonly Bloco[])[]): Secao[] {
  const all = blocos.flat();
  return all.length === 0 ? [] : [{ titulo, blocos: all }];
}
