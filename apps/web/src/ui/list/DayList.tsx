import { Link } from "react-router-dom";
import classes from "./DayList.module.css";
import type { DayGroup } from "./group-by-day.ts";

/** Rows under a heading for each day; the whole row is a link. */
export function DayList<T extends { id: string }>(props: {
  groups: readonly DayGroup<T>[];
  /** Name of rows without a heading. */
  label?: string;
  /** The heading of the first day has a line above it: the list is not under tabs. */
  ruled?: boolean;
  linkOf: (item: T) => { to: string; state: unknown };
  /** Lays out the cells of a row. */
  rowClass: string | undefined;
  children: (item: T) => React.ReactNode;
}): React.JSX.Element[] {
  const { groups, label, ruled = false, linkOf, rowClass = "", children } = props;
  return groups.map(({ key, name, longName, items }, at) => (
    <section key={key} aria-label={name || label}>
      {name && (
        <h2 className={`t-rotulo ${classes.day}`} data-ruled={(ruled && at === 0) || undefined}>
          <b>{name}</b>
          <span>{longName}</span>
        </h2>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.id} data-linha={item.id}>
            <Link {...linkOf(item)} data-abrir className={`${classes.link} ${rowClass}`}>
              {children(item)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
