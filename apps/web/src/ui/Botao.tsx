import { Link } from "react-router-dom";
import classes from "./Botao.module.css";

type Aparencia = {
  /** One filled button per screen; the others are outlined; red is for what destroys. */
  variante?: "borda" | "cheia" | "perigo";
  icone?: React.ReactNode;
  /** What stands after the words: a count, an arrow. */
  fim?: React.ReactNode;
  /** On a phone only the drawing shows, and the words are the name. */
  soIcone?: boolean;
};

/** A button of a list. The library's own brings a loader and transitions that a list's first paint need not wait for. */
export function Botao(props: Aparencia & React.ComponentProps<"button">): React.JSX.Element {
  const { variante = "borda", icone, fim, soIcone = false, className = "", children, ...resto } = props;
  return (
    <button
      type="button"
      {...resto}
      className={`${classes.botao} ${className}`}
      data-variante={variante}
      data-so-icone={soIcone || undefined}
    >
      {icone}
      <span className={classes.rotulo}>{children}</span>
      {fim && <span className={classes.fim}>{fim}</span>}
    </button>
  );
}

/** The same, for what is an address. */
export function BotaoLink(
  props: Aparencia & { to: string; children: React.ReactNode; onClick?: () => void },
): React.JSX.Element {
  const { variante = "borda", icone, fim, soIcone = false, to, onClick, children } = props;
  return (
    <Link
      to={to}
      onClick={onClick}
      className={classes.botao}
      data-variante={variante}
      data-so-icone={soIcone || undefined}
    >
      {icone}
      <span className={classes.rotulo}>{children}</span>
      {fim && <span className={classes.fim}>{fim}</span>}
    </Link>
  );
}
