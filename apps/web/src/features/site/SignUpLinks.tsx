import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { siteLinkTexts as texts } from "../../texts/site/site.ts";
import { useHasSession } from "../../ui/layout/visitor-session.ts";
import classes from "./site.module.css";

/** The link to sign up with a second one beside it; with a session, the link to the application. */
export function SignUpLinks({ second }: { second: "/login" | "/contato" }): React.JSX.Element {
  const isSignedIn = useHasSession();
  return (
    <p className={classes.actions}>
      {isSignedIn ? (
        <Button component={Link} to="/painel">
          {texts.abrir}
        </Button>
      ) : (
        <>
          <Button component={Link} to="/criar_conta">
            {texts.criarConta}
          </Button>
          <Button component={Link} variant="default" to={second}>
            {second === "/login" ? texts.entrar : texts.contato}
          </Button>
        </>
      )}
    </p>
  );
}
