import { type Explicacao, geral } from "../../../textos/geral.ts";
import classes from "./Overview.module.css";

/** In the place of a panel's rows: that they come, or why they do not and the way to ask again. */
export function PanelState(props: {
  rows: number;
  falha: Explicacao | null;
  onRetry: () => unknown;
}): React.JSX.Element {
  const { rows, falha, onRetry } = props;
  if (falha) {
    return (
      <p className={classes.failed} role="alert">
        {falha.titulo}{" "}
        <button type="button" className="link" onClick={() => void onRetry()}>
          {geral.tentarDeNovo}
        </button>
      </p>
    );
  }
  return (
    <div role="status" aria-label={geral.carregando} className={classes.skeleton}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name
        <span key={row} />
      ))}
    </div>
  );
}
