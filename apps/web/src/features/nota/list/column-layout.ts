import type { Side } from "../../../rpc/documents/queries.ts";

/** All columns of the list, in their usual order. */
export const COLUMNS = [
  "tipo",
  "veredito",
  "numero",
  "emissao",
  "parte",
  "documento",
  "uf",
  "nossa",
  "valor",
  "chegada",
  "nfe",
  "sefaz",
  "manifestacao",
  "chave",
  "processado",
  "recebido",
  "conferido",
] as const;
export type ColumnKey = (typeof COLUMNS)[number];

/** A visible column, in the user's order. Without a width it has its usual one. */
export type ColumnChoice = { key: ColumnKey; width?: number | undefined; pinned?: boolean };
export type ColumnLayout = readonly ColumnChoice[];

/** Widths that a user may give, in pixels. */
export const WIDTH_MIN = 36;
export const WIDTH_MAX = 800;
/** More pinned columns would leave no room for the others. */
const PINNED_MAX = 4;

const FIXED_COLUMNS: ReadonlySet<ColumnKey> = new Set(["tipo", "numero", "parte", "valor"]);
/** Hidden by default. */
const HIDDEN_COLUMNS: ReadonlySet<ColumnKey> = new Set([
  "documento",
  "nossa",
  "chegada",
  "manifestacao",
  "chave",
]);
const DEFAULT_LAYOUT: ColumnLayout = COLUMNS.filter((key) => !HIDDEN_COLUMNS.has(key)).map((key) => ({
  key,
}));
/** "parte:220!" is a column of 220 pixels that is pinned. */
const STORED = /^(?<key>[a-z]+)(?::(?<width>\d{2,3}))?(?<pinned>!)?$/;

/** The columns that the user may show or hide. Issued documents have no manifestação. */
export function optionalColumnsOf(side: Side): ColumnKey[] {
  return COLUMNS.filter((key) => isOptional(key) && (side === "E" || key !== "manifestacao"));
}

export function isOptional(key: ColumnKey): boolean {
  return !FIXED_COLUMNS.has(key);
}

/** The columns of a stored choice, in its order; the default columns if nothing is stored. */
export function readColumns(stored: unknown): ColumnLayout {
  if (typeof stored !== "string" || stored === "") return DEFAULT_LAYOUT;
  const chosen = new Map(
    stored
      .split(",")
      .flatMap((text) => readChoice(text) ?? [])
      .map((each) => [each.key, each]),
  );
  const missing = COLUMNS.filter((key) => FIXED_COLUMNS.has(key) && !chosen.has(key));
  return missing.reduce(showColumn, pinnedFirst([...chosen.values()]));
}

function readChoice(text: string): ColumnChoice | null {
  const found = STORED.exec(text)?.groups;
  const key = COLUMNS.find((each) => each === found?.key);
  if (!key) return null;
  const width = found?.width === undefined ? undefined : clampWidth(Number(found.width));
  return { key, ...(width === undefined ? {} : { width }), ...(found?.pinned ? { pinned: true } : {}) };
}

export function writeColumns(columns: ColumnLayout): string {
  return columns
    .map(({ key, width, pinned }) => `${key}${width === undefined ? "" : `:${width}`}${pinned ? "!" : ""}`)
    .join(",");
}

/** Shows a column after the nearest one that precedes it in the usual order. */
export function showColumn(columns: ColumnLayout, key: ColumnKey): ColumnLayout {
  const before = COLUMNS.slice(0, COLUMNS.indexOf(key));
  const at = columns.findLastIndex((each) => before.includes(each.key)) + 1;
  return pinnedFirst(columns.toSpliced(at, 0, { key }));
}

export function hideColumn(columns: ColumnLayout, key: ColumnKey): ColumnLayout {
  return columns.filter((each) => each.key !== key);
}

export function resizeColumn(columns: ColumnLayout, key: ColumnKey, width: number): ColumnLayout {
  return columns.map((each) => (each.key === key ? { ...each, width: clampWidth(width) } : each));
}

/** Moves a column by one place among those that are pinned, or that are not; at the end it stays. */
export function moveColumn(columns: ColumnLayout, key: ColumnKey, step: 1 | -1): ColumnLayout {
  const from = columns.findIndex((each) => each.key === key);
  const [moved, other] = [columns[from], columns[from + step]];
  if (!moved || !other || Boolean(moved.pinned) !== Boolean(other.pinned)) return columns;
  return columns.toSpliced(from, 1).toSpliced(from + step, 0, moved);
}

/** Keeps a column in sight at the left while the others scroll; beyond a number of them nothing changes. */
export function pinColumn(columns: ColumnLayout, key: ColumnKey, pinned: boolean): ColumnLayout {
  if (pinned && columns.filter((each) => each.pinned).length >= PINNED_MAX) return columns;
  return pinnedFirst(
    columns.map(({ pinned: was, ...each }) =>
      (each.key === key ? pinned : was) ? { ...each, pinned: true } : each,
    ),
  );
}

function pinnedFirst(columns: ColumnLayout): ColumnLayout {
  return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)];
}

function clampWidth(width: number): number {
  return Math.round(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, width)));
}
