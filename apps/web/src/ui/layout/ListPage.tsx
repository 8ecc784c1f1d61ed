import { Group, Kbd } from "@mantine/core";
import { memo } from "react";
import { shortcutHints } from "../../texts/app/general.ts";
import classes from "./ListPage.module.css";
import { ScrollRegion } from "./ScrollRegion.tsx";

/** Layout of a list page: title and actions, tabs, chips and key hints, scrolling content, pager. */
export function ListPage(props: {
  title: string;
  /** Shown on phones and paper; "" while it loads keeps its line free. */
  summary?: string | undefined;
  actions: React.ReactNode;
  tabs?: React.ReactNode;
  chips: React.ReactNode;
  /** What arrived since the rows were read: always in sight, beside the chips that scroll. */
  newer?: React.ReactNode;
  selectable?: boolean;
  /** Shown at the right of the chips instead of the key hints. */
  hints?: React.ReactNode;
  /** Display options of the list, at the right end after the hints. */
  display?: React.ReactNode;
  /** The rows on screen belong to another page or filter while the requested ones load. */
  busy?: boolean;
  footer: React.ReactNode;
  floating?: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const {
    title,
    summary,
    actions,
    tabs,
    chips,
    newer,
    selectable = false,
    hints = <KeyHints selectable={selectable} />,
    display,
    busy = false,
    footer,
    floating,
    children,
  } = props;
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <div>
          <h1 className="t-pagina">{title}</h1>
          {summary !== undefined && <p className={classes.summary}>{summary || "\u00a0"}</p>}
        </div>
        <Group gap={8} wrap="nowrap" className="sem-impressao">
          {actions}
        </Group>
      </div>
      {tabs}
      <div className={classes.bar} data-empty={chips ? undefined : true}>
        <div className={classes.chips}>{chips}</div>
        {newer && <div className={classes.newer}>{newer}</div>}
        <Group gap={12} wrap="nowrap" flex="none" visibleFrom="xs">
          {hints}
          {display}
        </Group>
      </div>
      <ScrollRegion className={classes.body} aria-label={title} aria-busy={busy}>
        {children}
      </ScrollRegion>
      {floating}
      {footer}
    </div>
  );
}

/** The keys of a list; drawn once. */
const KeyHints = memo(DrawnKeyHints);

function DrawnKeyHints({ selectable }: { selectable: boolean }): React.JSX.Element {
  const { dicas: hints } = shortcutHints;
  return (
    <Group
      component="p"
      gap={15}
      wrap="nowrap"
      className={`${classes.hints} t-rotulo sem-impressao`}
      aria-hidden="true"
    >
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> {hints.mover}
      </span>
      {selectable && (
        <span>
          <Kbd>X</Kbd> {hints.selecionar}
        </span>
      )}
      <span>
        <Kbd>Enter</Kbd> {hints.abrir}
      </span>
      {selectable && (
        <span>
          <Kbd>?</Kbd> {hints.atalhos}
        </span>
      )}
    </Group>
  );
}
