import { general } from "../../texts/app/general.ts";
import classes from "./FilterSkeleton.module.css";

/** Placeholders of the fields' final size while the form loads. */
export function FilterSkeleton(): React.JSX.Element {
  return (
    <div role="status" aria-label={general.carregando} className={classes.esqueleto}>
      {Array.from({ length: 12 }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields of a skeleton have no other key
        <span key={field} />
      ))}
    </div>
  );
}
