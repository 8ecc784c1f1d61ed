import classes from "./Totals.module.css";

/** The square of a colour in a legend. */
export function Swatch({ color }: { color: string }): React.JSX.Element {
  return <span className={classes.swatch} style={{ background: color }} />;
}
