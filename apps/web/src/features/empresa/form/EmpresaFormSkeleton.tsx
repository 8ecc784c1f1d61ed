import { general } from "../../../texts/app/general.ts";
import classes from "./EmpresaFormSkeleton.module.css";

/** Placeholder of the form while it loads. */
export function EmpresaFormSkeleton(): React.JSX.Element {
  return (
    <div className={classes.esqueleto} role="status" aria-label={general.carregando}>
      {["a", "b", "c"].map((field) => (
        <div key={field}>
          <span />
          <div />
        </div>
      ))}
    </div>
  );
}
