import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { BareCheckbox } from "../../../ui/form/BareCheckbox.tsx";
import { notaNameOf } from "../flags/flag-state.ts";
import { COLUMN_BUILDERS, consultaColumn, type NotaColumn } from "./column-builders.tsx";
import type { NotaListProps } from "./list-props.ts";
import type { ColumnKey } from "./visible-columns.ts";

/** Minimum width of a column without a fixed width, in pixels. */
const FLEXIBLE_MIN = 140;
/** Extra width of the last column, in pixels. */
const LAST_EXTRA = 20;
const FLAG_COLUMNS: ReadonlySet<ColumnKey> = new Set(["processado", "recebido", "conferido"]);
/** What stays beside the panel, which shows the rest. */
const NARROW_COLUMNS: readonly ColumnKey[] = ["tipo", "numero", "emissao", "parte", "valor", "sefaz"];

/**
 * The visible columns, from the checkbox to the flags. In the divergences tab, the last column
 * starts a consulta instead.
 */
export function columnsOf(props: NotaListProps): NotaColumn[] {
  return widenLast([
    selectionColumn(props),
    ...shownColumns(props).map((each) => COLUMN_BUILDERS[each](props)),
    ...(props.onlyDivergencias && !props.narrow ? [consultaColumn()] : []),
  ]);
}

function shownColumns({ columns, onlyDivergencias, narrow }: NotaListProps): readonly ColumnKey[] {
  if (narrow) return NARROW_COLUMNS;
  if (!onlyDivergencias) return columns;
  // The divergences tab compares two statuses: it shows both, even if the user hid their columns.
  const others = columns.filter((each) => !FLAG_COLUMNS.has(each) && each !== "nfe" && each !== "sefaz");
  return [...others, "nfe", "sefaz"];
}

/** Widens the last column to the edge of the page. */
function widenLast(columns: NotaColumn[]): NotaColumn[] {
  return columns.map((column, at) =>
    at === columns.length - 1 && column.width
      ? { ...column, width: `${Number.parseInt(column.width, 10) + LAST_EXTRA}px` }
      : column,
  );
}

/** Minimum width of the table, in pixels; a narrower table scrolls. */
export function minWidthOf(columns: readonly NotaColumn[]): number {
  return columns.reduce(
    (sum, { width: largura }) => sum + (largura ? Number.parseInt(largura, 10) : FLEXIBLE_MIN),
    0,
  );
}

function selectionColumn({ selection: picked, notas }: NotaListProps): NotaColumn {
  return {
    key: "selecao",
    width: "50px",
    screenOnly: true,
    title: (
      <BareCheckbox
        label={texts.selecionarTudo}
        checked={picked.all(notas)}
        indeterminate={!picked.all(notas) && picked.some(notas)}
        onChange={() => picked.toggleAll(notas)}
      />
    ),
    cell: (nota) => (
      <BareCheckbox
        inRow
        label={texts.selecionar(notaNameOf(nota))}
        checked={picked.has(nota.id)}
        onChange={() => picked.toggle(nota)}
      />
    ),
  };
}
