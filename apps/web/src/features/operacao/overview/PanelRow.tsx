import classes from "./Overview.module.css";

/** A row of the right column: what, under it why or when, and at its right what can be done. */
export function PanelRow(props: {
  icon?: React.ReactNode;
  /** The icon asks for a person. */
  warn?: boolean;
  title: string;
  text: string;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { icon, warn = false, title, text, children } = props;
  return (
    <li className={classes.row} data-warn={warn || undefined}>
      {icon}
      <div className={classes.words}>
        <p className={classes.title} title={title}>
          {title}
        </p>
        <p className={classes.text} title={text}>
          {text}
        </p>
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </li>
  );
}
