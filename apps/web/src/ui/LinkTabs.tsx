import { Link } from "react-router-dom";
import classes from "./LinkTabs.module.css";

/** Tabs that are addresses; where they do not all fit, they scroll. */
export function LinkTabs(props: {
  rotulo: string;
  abas: readonly {
    chave: string;
    titulo: string;
    to: string;
    contagem?: string | undefined;
    tom?: "ruim" | "aviso";
  }[];
  ativa: string;
}): React.JSX.Element {
  const { rotulo, abas, ativa } = props;
  return (
    <nav className={classes.abas} aria-label={rotulo}>
      {abas.map((aba) => (
        <Link
          key={aba.chave}
          to={aba.to}
          className={classes.aba}
          aria-current={aba.chave === ativa ? "page" : undefined}
        >
          {aba.titulo}
          {aba.contagem && (
            <span className={classes.contagem} data-tom={aba.tom ?? "ruim"}>
              {aba.contagem}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
