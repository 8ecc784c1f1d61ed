import { useRouteError } from "react-router-dom";
import { explainFalha, FalhaComunicacao } from "../rpc/falhas.ts";
import { falhas } from "../textos/geral.ts";
import classes from "./TelaFalha.module.css";

/** The error page when a page crashes or its code cannot be loaded. */
export function TelaFalha(): React.JSX.Element {
  const error = useRouteError();
  const falha =
    error instanceof FalhaComunicacao
      ? explainFalha(error)
      : { titulo: falhas.tela, texto: falhas.telaTexto };
  return (
    <main className={classes.tela} role="alert">
      <h1 className="t-pagina">{falha?.titulo}</h1>
      <p>{falha?.texto}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {falhas.recarregar}
      </button>
    </main>
  );
}
