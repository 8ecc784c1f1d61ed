import { IconX, type TablerIcon } from "@tabler/icons-react";
import classes from "./BarraLote.module.css";

/** The toolbar above the pager: the selected rows and their bulk actions. */
export function BarraLote(props: {
  rotulo: string;
  quantos: string;
  /** Total value or another fact of the selected rows. */
  resto?: string;
  limpar: string;
  onLimpar: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { rotulo, quantos, resto, limpar, onLimpar, children } = props;
  return (
    <div className={`${classes.barra} sem-impressao`} role="toolbar" aria-label={rotulo}>
      <p className={classes.soma} aria-live="polite">
        <b>{quantos}</b> {resto && <span className="num">{resto}</span>}
      </p>
      {children}
      <button type="button" className={classes.fechar} aria-label={limpar} onClick={onLimpar}>
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}

/** One bulk action; when it is disabled, its tooltip shows the reason. */
export function BarraAcao(props: {
  icone: TablerIcon;
  /** Draws a separator before it: another group of actions begins. */
  linha?: boolean;
  impedimento?: string | undefined;
  onClick: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { icone: Icone, linha = false, impedimento, onClick, children } = props;
  return (
    <button
      type="button"
      className={classes.acao}
      data-linha={linha || undefined}
      aria-disabled={impedimento === undefined ? undefined : true}
      data-dica={impedimento}
      onClick={() => {
        if (impedimento === undefined) onClick();
      }}
    >
      <Icone size={18} stroke={1.6} aria-hidden="true" />
      {children}
      {impedimento !== undefined && <span className="vh"> {impedimento}</span>}
    </button>
  );
}

/** A running batch: its progress, and a button to stop it. */
export function BarraAndamento(props: {
  texto: string;
  parte: number;
  parar: string;
  onParar: () => void;
}): React.JSX.Element {
  const { texto, parte, parar, onParar } = props;
  return (
    <>
      <p className={classes.andamento} role="status">
        {texto}
        <span className={classes.trilho} aria-hidden="true">
          <i style={{ width: `${Math.round(parte * 100)}%` }} />
        </span>
      </p>
      <button type="button" className={classes.acao} onClick={onParar}>
        {parar}
      </button>
    </>
  );
}
