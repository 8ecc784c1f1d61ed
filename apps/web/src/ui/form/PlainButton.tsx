import { Link } from "react-router-dom";
import classes from "./PlainButton.module.css";

type ButtonLook = {
  /** One filled button per page; the others are outlined; red is for destructive actions. */
  variant?: "borda" | "cheia" | "perigo";
  icon?: React.ReactNode;
  /** Content after the label: a count, an arrow. */
  end?: React.ReactNode;
  /** On a phone only the icon shows; the label stays the accessible name. */
  iconOnly?: boolean;
};

/** A plain button. Mantine's own brings a loader and transitions that would delay a list's first paint. */
export function PlainButton(props: ButtonLook & React.ComponentProps<"button">): React.JSX.Element {
  const { variant = "borda", icon, end, iconOnly = false, className = "", children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={`${classes.botao} ${className}`}
      data-variante={variant}
      data-so-icone={iconOnly || undefined}
    >
      {icon}
      <span className={classes.rotulo}>{children}</span>
      {end && <span className={classes.fim}>{end}</span>}
    </button>
  );
}

/** The same look for a link. */
export function LinkButton(
  props: ButtonLook & { to: string; children: React.ReactNode; onClick?: () => void },
): React.JSX.Element {
  const { variant = "borda", icon, end, iconOnly = false, to, onClick, children } = props;
  return (
    <Link
      to={to}
      onClick={onClick}
      className={classes.botao}
      data-variante={variant}
      data-so-icone={iconOnly || undefined}
    >
      {icon}
      <span className={classes.rotulo}>{children}</span>
      {end && <span className={classes.fim}>{end}</span>}
    </Link>
  );
}
