import { formatInteger } from "@malote/syntax";
import { Group } from "@mantine/core";
import { IconArrowLeft, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useShortcuts } from "../overlay/shortcuts.ts";
import classes from "./DocPage.module.css";
import { ScrollRegion } from "./ScrollRegion.tsx";

/** The top bar of a document or e-mail: back link, name, previous and next, actions. */
export function DocBar(props: {
  back: { label: string; to: string };
  title: React.ReactNode;
  /** {@link NeighbourLinks}, when it was opened from a list. */
  navigation?: React.ReactNode;
  actions: React.ReactNode;
}): React.JSX.Element {
  const { back, title, navigation, actions } = props;
  return (
    <div className={`${classes.bar} sem-impressao`}>
      <Link to={back.to} className="icone" aria-label={back.label} data-dica={back.label} data-voltar>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      {title}
      {navigation}
      <Group wrap="nowrap" ml="auto" flex="none" visibleFrom="xs">
        {actions}
      </Group>
    </div>
  );
}

/** An item of the list that this one was opened from. pos: its place in the list, from 0. */
type Neighbour = { id: string; pos: number };
type NeighbourList = {
  pos: number;
  total: number;
  /** Whether the item still matches the filter of the list. */
  inside: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/** Links to the previous and the next item of a list, and the position in it; none without a position. */
export function NeighbourLinks(props: {
  /** URL of the list, which the neighbour keeps as its start. */
  list: string;
  position: NeighbourList | null;
  texts: { anterior: string; proximo: string; posicao: (position: string, total: string) => string };
  hrefOf: (id: string) => string;
  /** Replaces the position of an item that left the filter. */
  outside?: string;
  /** What the list is filtered by. */
  children?: React.ReactNode;
}): React.JSX.Element | null {
  const { list, position, texts, hrefOf, outside, children } = props;
  if (!position) return null;
  const { previous, next, inside, pos, total } = position;
  const link = (step: Neighbour | null, label: string, up: boolean): React.JSX.Element => {
    const Icon = up ? IconChevronUp : IconChevronDown;
    const icon = <Icon size={16} stroke={1.6} aria-hidden="true" />;
    const className = "icone icone-pequeno icone-borda";
    if (!step) {
      return (
        <button type="button" className={className} aria-label={label} disabled>
          {icon}
        </button>
      );
    }
    return (
      <Link
        to={hrefOf(step.id)}
        state={{ lista: list, pos: step.pos }}
        replace
        className={className}
        aria-label={label}
        data-dica={label}
        data-vizinho={up ? "anterior" : "proximo"}
      >
        {icon}
      </Link>
    );
  };
  return (
    <div className={classes.path}>
      {link(previous, texts.anterior, true)}
      {link(next, texts.proximo, false)}
      <span className={`${classes.position} t-rotulo`}>
        {!inside && outside ? outside : texts.posicao(formatInteger(pos + 1), formatInteger(total))}
        {children}
      </span>
    </div>
  );
}

/** Two panes, facts on the left and evidence on the right; stacked on a phone. */
export function DocPanes(props: {
  left: React.ReactNode;
  right: React.ReactNode;
  halves?: boolean;
}): React.JSX.Element {
  return (
    <div className={classes.panes} data-meio={props.halves ? true : undefined}>
      {props.left}
      {props.right}
    </div>
  );
}

/** One of the panes, which scrolls. */
export function DocPane(props: {
  label: string;
  className?: string | undefined;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, ...rest } = props;
  return <ScrollRegion aria-label={label} {...rest} />;
}

/** Page frame of a document: only its panes scroll. */
export function DocPage({ children }: { children: React.ReactNode }): React.JSX.Element {
  return <div className={classes.page}>{children}</div>;
}

/** Clicks the previous, next or back link. */
export function clickNavigation(which: "anterior" | "proximo" | "voltar"): void {
  const selector = which === "voltar" ? "[data-voltar]" : `[data-vizinho="${which}"]`;
  document.querySelector<HTMLElement>(selector)?.click();
}

/** The keys of a page that was opened from a list: next, previous, back. */
export function useDocShortcuts(): void {
  useShortcuts({
    j: () => clickNavigation("proximo"),
    k: () => clickNavigation("anterior"),
    "]": () => clickNavigation("proximo"),
    "[": () => clickNavigation("anterior"),
    Escape: () => clickNavigation("voltar"),
  });
}
