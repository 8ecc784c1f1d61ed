import classes from "./Progresso.module.css";

/** A progress bar. parte: 0 to 1; null while unknown. */
export function Progresso(props: {
  parte: number | null;
  rotulo: string;
  curta?: boolean;
}): React.JSX.Element {
  const { parte, rotulo, curta = false } = props;
  const porCento = parte === null ? undefined : Math.round(Math.min(1, Math.max(0, parte)) * 100);
  return (
    <span
      className={classes.trilho}
      role="progressbar"
      aria-label={rotulo}
      aria-valuenow={porCento}
      aria-valuemin={0}
      aria-valuemax={100}
      data-curta={curta}
    >
      <span className={classes.cheio} style={{ inlineSize: `${porCento ?? 0}%` }} />
    </span>
  );
}
