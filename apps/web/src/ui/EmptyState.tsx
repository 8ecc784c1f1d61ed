import type { TablerIcon } from "@tabler/icons-react";
import classes from "./EmptyState.module.css";

/** Replaces empty content: what is missing, why, and the next action. */
export function EmptyState(props: {
  icone: TablerIcon;
  titulo: string;
  children?: React.ReactNode;
  acao?: React.ReactNode;
  alerta?: boolean;
}): React.JSX.Element {
  const { icone: Icone, titulo, children, acao, alerta = false } = props;
  return (
    <div className={classes.vazio} role={alerta ? "alert" : undefined}>
      <Icone size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <h2 className="t-secao">{titulo}</h2>
        {children && <p className={classes.texto}>{children}</p>}
        {acao && <div className={classes.acao}>{acao}</div>}
      </div>
    </div>
  );
}
