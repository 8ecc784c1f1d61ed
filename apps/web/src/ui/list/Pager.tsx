import { formatInteger } from "@malote/syntax";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { pagerTexts } from "../../texts/app/general.ts";
import { useShortcuts } from "../overlay/shortcuts.ts";
import classes from "./Pager.module.css";

/** The current page of a list, and buttons to the previous and next page; keys [ and ] do the same. */
export function Pager(props: {
  page: number;
  pages: number;
  /** "" while the list loads. */
  total: string;
  onPage: (page: number) => void;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { page, pages, total, onPage, children } = props;
  const turn = (next: number): void => {
    if (next >= 1 && next <= pages) onPage(next);
  };
  useShortcuts({ "[": () => turn(page - 1), "]": () => turn(page + 1) });
  return (
    <nav
      className={`${classes.pager} sem-impressao`}
      aria-label={pagerTexts.navegacao}
      data-loading={total === "" || undefined}
    >
      <button
        type="button"
        className={classes.seta}
        aria-label={pagerTexts.anterior}
        disabled={page <= 1}
        onClick={() => turn(page - 1)}
      >
        <IconChevronLeft size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.seta}
        aria-label={pagerTexts.proxima}
        disabled={page >= pages}
        onClick={() => turn(page + 1)}
      >
        <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <p className={classes.posicao} aria-live="polite">
        {pagerTexts.posicao} <b>{formatInteger(page)}</b> {pagerTexts.de(formatInteger(pages))} · {total}
      </p>
      <div className={classes.resto}>{children}</div>
    </nav>
  );
}
