import { IconArrowLeft, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import classes from "./DocPage.module.css";

/** The link to a neighbour; null at the end of the list. */
export type Vizinho = { rotulo: string; to: string; state: unknown } | null;

/** The top bar of a document or e-mail: back link, name, previous and next, actions. */
export function DocBar(props: {
  voltar: { rotulo: string; to: string };
  titulo: React.ReactNode;
  /** {@link Passos}, when it was opened from a list. */
  caminho?: React.ReactNode;
  acoes: React.ReactNode;
}): React.JSX.Element {
  const { voltar, titulo, caminho, acoes } = props;
  return (
    <div className={`${classes.barra} sem-impressao`}>
      <Link to={voltar.to} className="icone" aria-label={voltar.rotulo} data-dica={voltar.rotulo} data-voltar>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      {titulo}
      {caminho}
      <div className={classes.acoes}>{acoes}</div>
    </div>
  );
}

/** Links to the previous and the next item of the list, and the position in it. */
export function Passos(props: {
  anterior: Vizinho;
  proximo: Vizinho;
  rotulos: [string, string];
  posicao: React.ReactNode;
}): React.JSX.Element {
  const { anterior, proximo, rotulos, posicao } = props;
  return (
    <div className={classes.caminho}>
      <Seta vizinho={anterior} rotulo={rotulos[0]} sobe />
      <Seta vizinho={proximo} rotulo={rotulos[1]} />
      <span className={classes.posicao}>{posicao}</span>
    </div>
  );
}

function Seta(props: { vizinho: Vizinho; rotulo: string; sobe?: boolean }): React.JSX.Element {
  const { vizinho, rotulo, sobe = false } = props;
  const Icone = sobe ? IconChevronUp : IconChevronDown;
  const icone = <Icone size={16} stroke={1.6} aria-hidden="true" />;
  const className = `icone icone-pequeno icone-borda ${classes.seta}`;
  if (!vizinho) {
    return (
      <button type="button" className={className} aria-label={rotulo} disabled>
        {icone}
      </button>
    );
  }
  return (
    <Link
      to={vizinho.to}
      state={vizinho.state}
      replace
      className={className}
      aria-label={rotulo}
      data-dica={rotulo}
      data-vizinho={sobe ? "anterior" : "proximo"}
    >
      {icone}
    </Link>
  );
}

/** Two panes, facts on the left and evidence on the right; stacked on a phone. */
export function DocPanes(props: {
  esquerda: React.ReactNode;
  direita: React.ReactNode;
  meio?: boolean;
}): React.JSX.Element {
  return (
    <div className={classes.paineis} data-meio={props.meio ? true : undefined}>
      {props.esquerda}
      {props.direita}
    </div>
  );
}

/** Page frame of a document: only its panes scroll. */
export function DocPage({ children }: { children: React.ReactNode }): React.JSX.Element {
  return <div className={classes.pagina}>{children}</div>;
}

/** Clicks the previous, next or back link. */
export function clickCaminho(qual: "anterior" | "proximo" | "voltar"): void {
  const selector = qual === "voltar" ? "[data-voltar]" : `[data-vizinho="${qual}"]`;
  document.querySelector<HTMLElement>(selector)?.click();
}
