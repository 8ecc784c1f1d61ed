import { useId } from "react";
import classes from "./Marcavel.module.css";

/** A checkbox with a label and a description. */
export function Marcavel(props: {
  titulo: string;
  texto: string;
  mono?: boolean;
  marcado: boolean;
  impedido?: boolean;
  onChange: () => void;
}): React.JSX.Element {
  const { titulo, texto, mono = false, marcado, impedido = false, onChange } = props;
  const id = useId();
  return (
    <label className={classes.marcavel} data-impedido={impedido || undefined}>
      <input
        type="checkbox"
        checked={marcado}
        disabled={impedido}
        onChange={onChange}
        aria-labelledby={`${id}-t`}
        aria-describedby={`${id}-d`}
      />
      <span>
        <span id={`${id}-t`} className={mono ? "mono" : undefined}>
          {titulo}
        </span>
        <span id={`${id}-d`} className={classes.sobre}>
          {texto}
        </span>
      </span>
    </label>
  );
}
