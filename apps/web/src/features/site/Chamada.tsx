import { Link } from "react-router-dom";
import { caminhos } from "../../textos/site.ts";
import { useDentro } from "../../ui/visitante.ts";
import classes from "./Chamada.module.css";

/** The end of a page of the site: one sentence and the links to sign up or open the application. */
export function Chamada({ children }: { children: string }): React.JSX.Element {
  const dentro = useDentro();
  return (
    <div className={classes.fim}>
      <p>{children}</p>
      <p className={classes.acoes}>
        {dentro ? (
          <Link to="/painel" className={classes.cheio}>
            {caminhos.abrir}
          </Link>
        ) : (
          <>
            <Link to="/criar_conta" className={classes.cheio}>
              {caminhos.criarConta}
            </Link>
            <Link to="/contato">{caminhos.contato}</Link>
          </>
        )}
      </p>
    </div>
  );
}
