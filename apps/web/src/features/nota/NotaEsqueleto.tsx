import { geral } from "../../textos/geral.ts";
import classes from "./NotaEsqueleto.module.css";

/** Placeholder of the document page, with the lines in their final places. */
export function NotaEsqueleto(): React.JSX.Element {
  return (
    <div className={classes.pagina} role="status" aria-label={geral.carregando}>
      <div className={classes.barra}>
        <span style={{ width: 180 }} />
      </div>
      <div className={classes.trilha}>
        {["a", "b", "c", "d", "e", "f", "g"].map((passo) => (
          <span key={passo} style={{ width: 110 }} />
        ))}
      </div>
      <div className={classes.paineis}>
        <div>
          <div className={classes.cartao} />
          {[220, 300, 260, 180, 320].map((width) => (
            <span key={width} style={{ width }} />
          ))}
        </div>
        <div>
          {[90, 420, 380, 440, 400].map((width) => (
            <span key={width} style={{ width }} />
          ))}
        </div>
      </div>
    </div>
  );
}
