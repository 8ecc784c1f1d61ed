import classes from "./tags.module.css";

/** A short word about a row, on a neutral ground. */
export function Tag({ title, children }: { title?: string; children: string }): React.JSX.Element {
  return (
    <span className={classes.tag} title={title}>
      {children}
    </span>
  );
}
