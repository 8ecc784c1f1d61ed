import { IconArrowLeft, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import classes from "./DocPage.module.css";

/** The link to a neighbour; null at the end of the list. */
export type Neighbour = { label: string; to: string; state: unknown } | null;

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
    <div className={`${classes.barra} sem-impressao`}>
      <Link to={back.to} className="icone" aria-label={back.label} data-dica={back.label} data-voltar>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      {title}
      {navigation}
      <div className={classes.acoes}>{actions}</div>
    </div>
  );
}

/** Links to the previous and the next item of the list, and the position in it. */
export function NeighbourLinks(props: {
  previous: Neighbour;
  next: Neighbour;
  labels: [string, string];
  position: React.ReactNode;
}): React.JSX.Element {
  const { previous, next, labels, position } = props;
  return (
    <div className={classes.caminho}>
      <NeighbourLink neighbour={previous} label={labels[0]} up />
      <NeighbourLink neighbour={next} label={labels[1]} />
      <span className={classes.posicao}>{position}</span>
    </div>
  );
}

function NeighbourLink(props: { neighbour: Neighbour; label: string; up?: boolean }): React.JSX.Element {
  const { neighbour, label, up = false } = props;
  const Icon = up ? IconChevronUp : IconChevronDown;
  const icon = <Icon size={16} stroke={1.6} aria-hidden="true" />;
  const className = `icone icone-pequeno icone-borda ${classes.seta}`;
  if (!neighbour) {
    return (
      <button type="button" className={className} aria-label={label} disabled>
        {icon}
      </button>
    );
  }
  return (
    <Link
      to={neighbour.to}
      state={neighbour.state}
      replace
      className={className}
      aria-label={label}
      data-dica={label}
      data-vizinho={up ? "anterior" : "proximo"}
    >
      {icon}
    </Link>
  );
}

/** Two panes, facts on the left and evidence on the right; stacked on a phone. */
export function DocPanes(props: {
  left: React.ReactNode;
  right: React.ReactNode;
  halves?: boolean;
}): React.JSX.Element {
  return (
    <div className={classes.paineis} data-meio={props.halves ? true : undefined}>
      {props.left}
      {props.right}
    </div>
  );
}

/** Page frame of a document: only its panes scroll. */
export function DocPage({ children }: { children: React.ReactNode }): React.JSX.Element {
  return <div className={classes.pagina}>{children}</div>;
}

/** Clicks the previous, next or back link. */
export function clickNavigation(which: "anterior" | "proximo" | "voltar"): void {
  const selector = which === "voltar" ? "[data-voltar]" : `[data-vizinho="${which}"]`;
  document.querySelector<HTMLElement>(selector)?.click();
}
