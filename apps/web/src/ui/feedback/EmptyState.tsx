import type { TablerIcon } from "@tabler/icons-react";
import classes from "./EmptyState.module.css";

/** Replaces empty content: what is missing, why, and the next action. */
export function EmptyState(props: {
  icon: TablerIcon;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
  isAlert?: boolean;
}): React.JSX.Element {
  const { icon: Icon, title, children, action, isAlert = false } = props;
  return (
    <div className={classes.vazio} role={isAlert ? "alert" : undefined}>
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <h2 className="t-secao">{title}</h2>
        {children && <p className={classes.texto}>{children}</p>}
        {action && <div className={classes.acao}>{action}</div>}
      </div>
    </div>
  );
}
