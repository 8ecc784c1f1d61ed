import { useRouteError } from "react-router-dom";
import { CommunicationFailure, explainFailure } from "../rpc/call/failures.ts";
import { failureTexts } from "../texts/app/general.ts";
import classes from "./ErrorPage.module.css";

/** The error page when a page crashes or its code cannot be loaded. */
export function ErrorPage(): React.JSX.Element {
  const error = useRouteError();
  const failure =
    error instanceof CommunicationFailure
      ? explainFailure(error)
      : { titulo: failureTexts.tela, texto: failureTexts.telaTexto };
  return (
    <main className={classes.tela} role="alert">
      <h1 className="t-pagina">{failure?.titulo}</h1>
      <p>{failure?.texto}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {failureTexts.recarregar}
      </button>
    </main>
  );
}
