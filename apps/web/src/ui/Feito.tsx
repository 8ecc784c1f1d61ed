import classes from "./Tarefa.module.css";

/** Replaces a submitted form: what happened and what comes next. */
export function Feito({
  titulo,
  children,
}: {
  titulo: string;
  children: React.ReactNode;
}): React.JSX.Element {
  return (
    <section className={classes.feito} role="status">
      <h2>{titulo}</h2>
      {children}
    </section>
  );
}
