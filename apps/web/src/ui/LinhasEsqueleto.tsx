import { geral } from "../textos/geral.ts";
import classes from "./LinhasEsqueleto.module.css";

/** Placeholder rows of the final height while the first rows load. */
export function LinhasEsqueleto(props: {
  linhas: number;
  /** Widths of the cells of a row, in pixels. */
  larguras: readonly number[];
  /** Rows of two lines. */
  altas?: boolean;
}): React.JSX.Element {
  const { linhas, larguras, altas = false } = props;
  return (
    <div role="status" aria-label={geral.carregando}>
      {Array.from({ length: linhas }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other key
        <div key={row} className={classes.linha} data-alta={altas || undefined}>
          {larguras.map((largura, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells of a skeleton have no other key
            <span key={column} style={{ width: largura + ((row * 7 + column * 5) % 12) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
