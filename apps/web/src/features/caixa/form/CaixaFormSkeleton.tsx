import { general } from "../../../texts/app/general.ts";
import classes from "./CaixaFormSkeleton.module.css";

/** Placeholder of the form while it loads. */
export function CaixaFormSkeleton(): React.JSX.Element {
  return (
    <div className={classes.esqueleto} role="status" aria-label={general.carregando}>
      {["a", "b", "c", "d", "e", "f"].map((field) => (
        <div key={field}>
          <span />
          <div />
        </div>
      ))}
    </div>
  );
}
