import classes from "./Barra.module.css";

/** Segmented control: a choice of two or three options, all visible. */
export function Segmentos<T extends string>(props: {
  rotulo: string;
  valor: T;
  opcoes: readonly { valor: T; rotulo: string }[];
  onChange: (valor: T) => void;
}): React.JSX.Element {
  const { rotulo, valor, opcoes, onChange } = props;
  return (
    <fieldset className={classes.segmentos} aria-label={rotulo}>
      {opcoes.map((opcao) => (
        <button
          key={opcao.valor}
          type="button"
          className={classes.segmento}
          aria-pressed={opcao.valor === valor}
          onClick={() => onChange(opcao.valor)}
        >
          {opcao.rotulo}
        </button>
      ))}
    </fieldset>
  );
}
