import classes from "../list/tags.module.css";

/** A keyboard key. */
export function Kbd({ children }: { children: string }): React.JSX.Element {
  return <kbd className={classes.tecla}>{children}</kbd>;
}
