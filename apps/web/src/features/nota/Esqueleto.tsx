import { PAGE_SIZE } from "@malote/contract";
import { geral } from "../../textos/geral.ts";
import classes from "./Notas.module.css";

const WIDTHS = [16, 34, 74, 112, 180, 20, 84, 78, 96, 60];

/** Rows of the height they will have, while the first ones come. */
export function ListaEsqueleto(): React.JSX.Element {
  return (
    <div className={classes.esqueleto} role="status" aria-label={geral.carregando}>
      {Array.from({ length: PAGE_SIZE }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name
        <div key={row} className={classes.esqueletoLinha}>
          {WIDTHS.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have its cells
            <span key={column} style={{ width: width + ((row * 7 + column * 5) % 12) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
