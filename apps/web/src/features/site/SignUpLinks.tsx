import { siteLinkTexts as texts } from "../../texts/site/site.ts";
import { LinkButton } from "../../ui/form/PlainButton.tsx";
import { useHasSession } from "../../ui/layout/visitor-session.ts";
import classes from "./site.module.css";

/** The link to sign up with a second one beside it; with a session, the link to the application. */
export function SignUpLinks({ second }: { second: "/login" | "/contato" }): React.JSX.Element {
  const isSignedIn = useHasSession();
  return (
    <p className={classes.actions}>
      {isSignedIn ? (
        <LinkButton to="/painel" variant="cheia">
          {texts.abrir}
        </LinkButton>
      ) : (
        <>
          <LinkButton to="/criar_conta" variant="cheia">
            {texts.criarConta}
          </LinkButton>
          <LinkButton to={second}>{second === "/login" ? texts.entrar : texts.contato}</LinkButton>
        </>
      )}
    </p>
  );
}
