import { Link } from "react-router-dom";
import classes from "./Botao.module.css";

type Aparencia = {
  /** One filled button per page; the others are outlined; red is for destructive actions. */
  variante?: "borda" | "cheia" | "perigo";
  icone?: React.ReactNode;
  /** Content after the label: a count, an arrow. */
  fim?: React.ReactNode;
  /** On a phone only the icon shows; the label stays the accessible name. */
  soIcone?: boolean;
};

/** A plain button. Mantine's own brings a loader and transitions that would delay a list's first paint. */
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

/** The same look for a link. */
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
