import { columnTexts as texts } from "../../texts/lists/columns.ts";
import classes from "./DataTable.module.css";

/**
 * The button of the menu of a column, and the edge that is dragged. The arrow keys lead to the button from
 * the head; the edge is for the pointer, and the menu does the same.
 */
export function HeadTools({ layout }: { layout: { key: string; name: string } }): React.JSX.Element {
  const { key, name } = layout;
  return (
    <span className={`${classes.tools} sem-impressao`} data-coluna-de={key}>
      <button
        type="button"
        tabIndex={-1}
        className={classes.menu}
        aria-haspopup="menu"
        aria-label={texts.menu(name)}
        data-menu-coluna={key}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
          <circle cx="8" cy="3.5" r="1.3" />
          <circle cx="8" cy="8" r="1.3" />
          <circle cx="8" cy="12.5" r="1.3" />
        </svg>
      </button>
      <span className={classes.edge} data-borda-coluna={key} aria-hidden="true" />
    </span>
  );
}
