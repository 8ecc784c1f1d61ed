import classes from "./FilterBar.module.css";

/** Segmented control: a choice of two or three options, all visible. */
export function SegmentedControl<T extends string>(props: {
  rotulo: string;
  valor: T;
  options: readonly { valor: T; rotulo: string }[];
  onChange: (valor: T) => void;
}): React.JSX.Element {
  const { rotulo, valor, options, onChange } = props;
  return (
    <fieldset className={classes.segmentos} aria-label={rotulo}>
      {options.map((option) => (
        <button
          key={option.valor}
          type="button"
          className={classes.segmento}
          aria-pressed={option.valor === valor}
          onClick={() => onChange(option.valor)}
        >
          {option.rotulo}
        </button>
      ))}
    </fieldset>
  );
}
