import classes from "./Overview.module.css";

/** Row of a panel: a title, a text below it, and an action on the right. */
export function PanelRow(props: {
  icon?: React.ReactNode;
  /** Draws the icon as a warning. */
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
