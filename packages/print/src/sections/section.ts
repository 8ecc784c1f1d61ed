import type { Align } from "../page/page.ts";

/** A title with its content below; `weight` is its share of the row's width. */
export type Field = { label: string; valor: string; weight: number; align?: Align; isEmphasized?: boolean };

/** A column of a table: its share of the width, or (`width`) its own width in millimetres. */
export type Column = { title: string; weight?: number; width?: number; align?: Align };

/** Content of a section, listed from top to bottom. `fontSize` is the font size of a table, in points. */
export type Block =
  | { kind: "campos"; fields: readonly Field[] }
  | { kind: "tabela"; columns: readonly Column[]; lines: readonly (readonly string[])[]; fontSize?: number }
  | { kind: "texto"; text: string };

/** A titled section; a section that continues on the next page repeats its title. */
export type Section = { title: string; blocks: readonly Block[] };

/** A row of fields, without the empty ones; no block if all are empty.
 * @param fields title, content and share of the width */
export function fieldsOf(
  fields: readonly (readonly [string, string | null, number, Partial<Field>?])[],
): Block[] {
  const said = fields.flatMap(([label, valor, weight, extra]) =>
    valor === null || valor === "" ? [] : [{ label, valor, weight, ...extra }],
  );
  return said.length === 0 ? [] : [{ kind: "campos", fields: said }];
}

/** A table without its empty columns; no block if it has no rows.
 * @param fontSize font size in points */
export function tableOf(
  columns: readonly Column[],
  lines: readonly (readonly (string | null)[])[],
  fontSize?: number,
): Block[] {
  const kept = columns.map((_, at) => lines.some((line) => (line[at] ?? "") !== ""));
  const only = <T>(cells: readonly T[]): T[] => cells.filter((_, at) => kept[at]);
  if (!kept.includes(true)) return [];
  return [
    {
      kind: "tabela",
      columns: only(columns),
      lines: lines.map((line) => only(line).map((cell) => cell ?? "")),
      fontSize,
    },
  ];
}

/** A text block; no block if the text is empty. */
export function textOf(text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "texto", text }];
}

/** A section; omitted if it has no content. */
export function sectionOf(title: string, ...blocks: readonly (readonly Block[])[]): Section[] {
  const all = blocks.flat();
  return all.length === 0 ? [] : [{ title, blocks: all }];
}
