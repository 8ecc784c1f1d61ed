import { general } from "../../../texts/app/general.ts";
import classes from "./NotaSkeleton.module.css";

/** Placeholder of the document page, with the lines in their final places. */
export function NotaSkeleton(): React.JSX.Element {
  return (
    <div className={classes.pagina} role="status" aria-label={general.carregando}>
      <div className={classes.barra}>
        <span style={{ width: 180 }} />
      </div>
      <div className={classes.trilha}>
        {["a", "b", "c", "d", "e", "f", "g"].map((step) => (
          <span key={step} style={{ width: 110 }} />
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
