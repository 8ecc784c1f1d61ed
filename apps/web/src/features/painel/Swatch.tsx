import classes from "./Totals.module.css";

/** The square of a chart colour in a legend. color: its index in the chart palette, from 1. */
export function Swatch({ color }: { color: number }): React.JSX.Element {
  return <span className={classes.swatch} style={{ background: `var(--grafico-${color})` }} />;
}
