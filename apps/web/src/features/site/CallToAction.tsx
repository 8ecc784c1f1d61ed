import { Link } from "react-router-dom";
import { siteLinkTexts } from "../../texts/site/site.ts";
import { useHasSession } from "../../ui/layout/visitor-session.ts";
import classes from "./CallToAction.module.css";

/** The end of a page of the site: one sentence and the links to sign up or open the application. */
export function CallToAction({ children }: { children: string }): React.JSX.Element {
  const isSignedIn = useHasSession();
  return (
    <div className={classes.fim}>
      <p>{children}</p>
      <p className={classes.acoes}>
        {isSignedIn ? (
          <Link to="/painel" className={classes.cheio}>
            {siteLinkTexts.abrir}
          </Link>
        ) : (
          <>
            <Link to="/criar_conta" className={classes.cheio}>
              {siteLinkTexts.criarConta}
            </Link>
            <Link to="/contato">{siteLinkTexts.contato}</Link>
          </>
        )}
      </p>
    </div>
  );
}
