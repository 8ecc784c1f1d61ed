import { type Explanation, general } from "../../../texts/app/general.ts";
import classes from "./Overview.module.css";

/**
 * Placeholder for the rows of a panel: a skeleton while loading, or the error with a retry button.
 */
export function PanelState(props: {
  rows: number;
  falha: Explanation | null;
  onRetry: () => unknown;
}): React.JSX.Element {
  const { rows, falha, onRetry } = props;
  if (falha) {
    return (
      <p className={classes.failed} role="alert">
        {falha.titulo}{" "}
        <button type="button" className="link" onClick={() => void onRetry()}>
          {general.tentarDeNovo}
        </button>
      </p>
    );
  }
  return (
    <div role="status" aria-label={general.carregando} className={classes.skeleton}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other key
        <span key={row} />
      ))}
    </div>
  );
}
