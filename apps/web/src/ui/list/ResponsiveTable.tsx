import { formatInteger } from "@malote/syntax";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { general } from "../../texts/app/general.ts";
import { useIsPhone } from "../layout/page-hooks.ts";
import type { Column } from "./column.ts";
import { DataTable } from "./DataTable.tsx";
import classes from "./ResponsiveTable.module.css";
import { type RowAction, RowMenu } from "./RowMenu.tsx";
import { rowHeightOf } from "./row-height.ts";

/** The name of a row: a link or button that opens the row, as does a click on the row itself. */
type RowName = {
  text: string;
  /** Accessible name of the link. */
  label: string;
  open: string | (() => void);
  /** Second line. */
  note?: React.ReactNode;
  /** Before the name, over both lines. */
  mark?: React.ReactNode;
  /** After the name, on its line. */
  tag?: React.ReactNode;
};

/** A column shows a value, a number, or the name of the row. */
export type ListColumn<T> = Omit<Column<T>, "cell" | "sort"> & {
  /** The rows are sorted by this column; a text says by which value of it. */
  sorted?: boolean | string;
  /** The sorted rows begin with the highest value. */
  descending?: boolean;
} & ({ cell: (row: T) => React.ReactNode } | { number: (row: T) => number } | { name: (row: T) => RowName });

/** A list, described: its columns, the menu of a row and its card on a phone. */
export type ListDescription<T> = {
  label: string;
  columns: readonly ListColumn<T>[];
  keyOf: (row: T) => string;
  /** Actions of a row, behind three dots in the last column and in the corner of the card. */
  menu?: ((row: T) => { label: string; actions: readonly (RowAction | false)[] }) | undefined;
  /** Content of a row's card below its name, instead of its columns under their titles. */
  card?: (row: T) => React.ReactNode;
  /** Height of a row in pixels, when it has more than one line. */
  rowHeight?: number;
  /** Minimum width in pixels; below it the table scrolls. */
  minWidth?: number;
};

/** A table; on a phone each row is a card. */
export function ResponsiveTable<T>(props: ListDescription<T> & { rows: readonly T[] }): React.JSX.Element {
  const { label, rows, keyOf, rowHeight, minWidth, columns } = props;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const nameOf = columns.map((column) => ("name" in column ? column.name : null)).find((name) => name);
  const open = (row: T): void => {
    const target = nameOf?.(row).open;
    if (typeof target === "string") void navigate(target);
    else target?.();
  };
  if (phone) {
    return (
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.card} data-linha={keyOf(row)}>
            <CardContent {...props} row={row} name={nameOf?.(row)} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div style={rowHeightOf(rowHeight)} className={rowHeight ? classes.tall : undefined}>
      <DataTable
        label={label}
        columns={tableColumnsOf(props)}
        rows={rows}
        keyOf={keyOf}
        {...(nameOf ? { onOpen: open } : {})}
        {...(minWidth ? { minWidth } : {})}
      />
    </div>
  );
}

function tableColumnsOf<T>({ columns, menu }: ListDescription<T>): Column<T>[] {
  const shown = columns.map(({ sorted = false, descending = false, ...column }): Column<T> => {
    return {
      ...column,
      ...("number" in column ? { align: "direita" } : {}),
      ...(sorted === false
        ? {}
        : {
            title: sortedHead(column.title, sorted, descending),
            sort: descending ? "descending" : "ascending",
          }),
      cell: "name" in column ? (row) => <Name {...column.name(row)} /> : cellOf(column),
    };
  });
  if (!menu) return shown;
  return [
    ...shown,
    {
      key: "menu",
      width: "64px",
      align: "direita",
      title: <span className="vh">{general.acoes}</span>,
      cell: (row) => <RowMenu {...menu(row)} />,
    },
  ];
}

/** How a column shows a row that it does not name. */
function cellOf<T>(
  column: { cell: (row: T) => React.ReactNode } | { number: (row: T) => number },
): (row: T) => React.ReactNode {
  if ("cell" in column) return column.cell;
  return (row) => <span className="num">{formatInteger(column.number(row))}</span>;
}

/** by: the value that the rows are sorted by, when it is not the one of the title. */
function sortedHead(title: React.ReactNode, by: string | true, descending: boolean): React.JSX.Element {
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <span className={classes.sorted}>
      <span>
        {title}
        {by !== true && ` (${by})`}
      </span>
      <Arrow size={13} stroke={2} aria-hidden="true" />
    </span>
  );
}

function Name({ text, label, open, note, mark, tag }: RowName): React.JSX.Element {
  const link = { className: classes.open, title: text, "aria-label": label, "data-abrir": true };
  return (
    <span className={classes.name}>
      {mark}
      <span className={classes.pair}>
        <span className={classes.first}>
          {typeof open === "string" ? (
            <Link to={open} {...link}>
              {text}
            </Link>
          ) : (
            <button type="button" {...link} onClick={open}>
              {text}
            </button>
          )}
          {tag}
        </span>
        {note && <span className={classes.note}>{note}</span>}
      </span>
    </span>
  );
}

function CardContent<T>(
  props: ListDescription<T> & { row: T; name: RowName | undefined },
): React.JSX.Element {
  const { row, name, columns, menu, card } = props;
  const values = columns.flatMap((column) => ("name" in column ? [] : [column]));
  return (
    <>
      {(name || menu) && (
        <div className={classes.cardTop}>
          {name && <Name {...name} />}
          {menu && <RowMenu {...menu(row)} />}
        </div>
      )}
      {card ? (
        card(row)
      ) : (
        <div className={classes.fields}>
          {values.map((column, at) => (
            <div key={column.key}>
              {(name || at > 0) && column.title && <span className={classes.note}>{column.title}</span>}
              {cellOf(column)(row)}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Content of a card without a name: title and status or action on one line, further lines below. */
export function Card(props: {
  title: string;
  end: React.ReactNode;
  lines: readonly (string | null | undefined)[];
}): React.JSX.Element {
  const { title, end, lines } = props;
  return (
    <>
      <div className={classes.cardTop}>
        <b>{title}</b>
        {end}
      </div>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
    </>
  );
}

/**
 * A value with a small note below it. tone: what needs attention. isStatus: the value has an icon.
 * wrap: a long note takes more lines.
 */
export function TwoLines(props: {
  value: React.ReactNode;
  note: React.ReactNode;
  tone?: "warn" | "bad" | undefined;
  isStatus?: boolean;
  strong?: boolean;
  wrap?: boolean;
}): React.JSX.Element {
  const { value, note, tone, isStatus = false, strong = false, wrap = false } = props;
  return (
    <span
      className={classes.pair}
      data-tone={tone}
      data-status={isStatus || undefined}
      data-wrap={wrap || undefined}
    >
      {strong ? <b>{value}</b> : <span className="num">{value}</span>}
      {note && (
        <span className={classes.note} title={typeof note === "string" ? note : undefined}>
          {note}
        </span>
      )}
    </span>
  );
}
