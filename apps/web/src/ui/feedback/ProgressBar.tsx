import classes from "./ProgressBar.module.css";

/** A progress bar. part: 0 to 1; null while unknown. */
export function ProgressBar(props: {
  part: number | null;
  label: string;
  short?: boolean;
}): React.JSX.Element {
  const { part, label, short = false } = props;
  const percent = part === null ? undefined : Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <span
      className={classes.trilho}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      data-curta={short}
    >
      <span className={classes.cheio} style={{ inlineSize: `${percent ?? 0}%` }} />
    </span>
  );
}
