import { geral } from "../textos/geral.ts";
import classes from "./LinhasEsqueleto.module.css";

/** Rows of the height they will have, while the first ones come. */
export function LinhasEsqueleto(props: {
  linhas: number;
  /** Widths of what stands in a row, in pixels. */
  larguras: readonly number[];
  /** Two lines each. */
  altas?: boolean;
}): React.JSX.Element {
  const { linhas, larguras, altas = false } = props;
  return (
    <div role="status" aria-label={geral.carregando}>
      {Array.from({ length: linhas }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name
        <div key={row} className={classes.linha} data-alta={altas || undefined}>
          {larguras.map((largura, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have its cells
            <span key={column} style={{ width: largura + ((row * 7 + column * 5) % 12) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
