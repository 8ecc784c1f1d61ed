import { Link } from "react-router-dom";
import classes from "./LinkTabs.module.css";

/** Tabs that are links; when they do not fit, they scroll and the current one stays in view. */
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
          ref={aba.chave === ativa ? showWhole : undefined}
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

function showWhole(aba: HTMLAnchorElement | null): void {
  const abas = aba?.parentElement;
  if (abas) abas.scrollLeft = aba.offsetLeft - abas.offsetLeft + aba.offsetWidth - abas.clientWidth;
}
