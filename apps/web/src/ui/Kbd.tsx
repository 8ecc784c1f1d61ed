import classes from "./tags.module.css";

/** A key of the keyboard. */
export function Kbd({ children }: { children: string }): React.JSX.Element {
  return <kbd className={classes.tecla}>{children}</kbd>;
}
