import classes from "../form/TaskForm.module.css";

/** Replaces a submitted form: what happened and what comes next. */
export function DoneState({
  title,
  children,
}: {
  title: string;
  children: React.ReactNode;
}): React.JSX.Element {
  return (
    <section className={classes.feito} role="status">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
