import { displayTexts } from "../../../texts/lists/nota-batch.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { BareCheckbox } from "../../../ui/form/BareCheckbox.tsx";
import { notaNameOf } from "../flags/flag-state.ts";
import { SelectPageBox } from "../selection/SelectPageBox.tsx";
import { COLUMN_BUILDERS, consultaColumn, type NotaColumn } from "./column-builders.tsx";
import type { ColumnChoice, ColumnKey, ColumnLayout } from "./column-layout.ts";
import type { ColumnProps } from "./list-props.ts";

/** Minimum width of a column without a fixed width, in pixels; pinned it has this one. */
const FLEXIBLE_MIN = 140;
const FLEXIBLE_PINNED = 240;
/** Extra width of the last column, in pixels. */
const LAST_EXTRA = 20;
const FLAG_COLUMNS: ReadonlySet<ColumnKey> = new Set(["processado", "recebido", "conferido"]);
/** Value and status stay in sight at the right of a narrow window. */
const FROZEN_COLUMNS: ReadonlySet<ColumnKey> = new Set(["valor", "nfe", "sefaz"]);
/** What stays beside the panel, which shows the rest. */
const NARROW_COLUMNS: ColumnLayout = (["tipo", "numero", "emissao", "parte", "valor", "sefaz"] as const).map(
  (key) => ({ key }),
);

/**
 * The visible columns, from the checkbox to the flags. In the divergences tab, the last column
 * starts a consulta instead.
 */
export function columnsOf(props: ColumnProps): NotaColumn[] {
  const shown = shownColumns(props);
  const columns = [
    selectionColumn(
      props,
      shown.some(({ pinned }) => pinned),
    ),
    ...shown.map((choice) => chosenColumn(props, choice)),
    ...(props.onlyDivergencias && !props.narrow ? [consultaColumn()] : []),
  ];
  return fillWidth(widenLast(columns));
}

/** A column with what the user chose for it. */
function chosenColumn(props: ColumnProps, { key, width, pinned = false }: ColumnChoice): NotaColumn {
  const usual = COLUMN_BUILDERS[key](props);
  const chosen = width ?? (pinned && !usual.width ? FLEXIBLE_PINNED : undefined);
  return {
    ...usual,
    ...(chosen === undefined ? {} : { width: `${chosen}px` }),
    side: pinned ? "left" : FROZEN_COLUMNS.has(key) ? "right" : undefined,
    // Beside the panel the list has its own columns.
    layout: props.narrow ? undefined : { key, name: nameOfColumn(props, key), isPinned: pinned },
  };
}

function nameOfColumn({ side }: ColumnProps, key: ColumnKey): string {
  return displayTexts.nomes[side][key];
}

function shownColumns({ columns, onlyDivergencias, narrow }: ColumnProps): ColumnLayout {
  if (narrow) return NARROW_COLUMNS;
  if (!onlyDivergencias) return columns;
  // The divergences tab compares two statuses: it shows both, even if the user hid their columns.
  const others = columns.filter(({ key }) => !FLAG_COLUMNS.has(key) && key !== "nfe" && key !== "sefaz");
  return [...others, { key: "nfe" }, { key: "sefaz" }];
}

/** Widens the last column to the edge of the page. */
function widenLast(columns: NotaColumn[]): NotaColumn[] {
  return columns.map((column, at) =>
    at === columns.length - 1 && column.width
      ? { ...column, width: `${Number.parseInt(column.width, 10) + LAST_EXTRA}px` }
      : column,
  );
}

/** Without a column that takes the rest, an empty one does: the others keep the widths of the user. */
function fillWidth(columns: NotaColumn[]): NotaColumn[] {
  if (columns.some(({ width }) => width === undefined)) return columns;
  return [...columns, { key: "resto", title: null, screenOnly: true, cell: () => null }];
}

/** Minimum width of the table, in pixels; a narrower table scrolls. */
export function minWidthOf(columns: readonly NotaColumn[]): number {
  return columns.reduce((sum, { width, title }) => {
    if (width) return sum + Number.parseInt(width, 10);
    return title === null ? sum : sum + FLEXIBLE_MIN;
  }, 0);
}

function selectionColumn({ onToggle }: ColumnProps, hasPinned: boolean): NotaColumn {
  return {
    key: "selecao",
    width: "50px",
    side: hasPinned ? "left" : undefined,
    screenOnly: true,
    title: <SelectPageBox />,
    cell: (nota, isSelected = false) => (
      <BareCheckbox
        inRow
        label={texts.selecionar(notaNameOf(nota))}
        checked={isSelected}
        onChange={(isRange) => onToggle(nota, isRange)}
      />
    ),
  };
}
