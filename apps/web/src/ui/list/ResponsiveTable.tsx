import { useIsPhone } from "../layout/page-hooks.ts";
import { type Column, DataTable } from "./DataTable.tsx";
import classes from "./ResponsiveTable.module.css";

/** A table; on a phone each row is a card: the first column on top, the others under their titles. */
export function ResponsiveTable<T>(props: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Minimum width in pixels; below it the table scrolls. */
  minWidth?: number;
  /** Rows of two lines. */
  tall?: boolean;
  /** Content of a row's card, instead of its columns. */
  card?: (row: T) => React.ReactNode;
}): React.JSX.Element {
  const { label, columns, rows, keyOf, minWidth, tall = false, card } = props;
  const phone = useIsPhone();
  if (!phone) {
    return (
      <div className={classes.table} data-tall={tall || undefined}>
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          {...(minWidth ? { minWidth: minWidth } : {})}
        />
      </div>
    );
  }
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={card ? classes.ownCard : classes.card} data-linha={keyOf(row)}>
          {card?.(row)}
          {(card ? [] : columns).map(({ key, title, cell }, at) => (
            <div key={key} className={classes.field}>
              {at > 0 && title && <span className={classes.label}>{title}</span>}
              {cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Content of a card: title and status or action on one line, further lines below. */
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

/** A value with a small note below it. bad: the value is wrong or critical. */
export function TwoLines(props: {
  value: React.ReactNode;
  note: string | null;
  bad?: boolean;
  strong?: boolean;
}): React.JSX.Element {
  const { value, note, bad = false, strong = false } = props;
  return (
    <span className={classes.pair} data-bad={bad || undefined}>
      {strong ? <b>{value}</b> : <span className="num">{value}</span>}
      {note && (
        <span className={classes.note} title={note}>
          {note}
        </span>
      )}
    </span>
  );
}
