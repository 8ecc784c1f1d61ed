import { useState } from "react";
import { Link } from "react-router-dom";
import { SignUpForm } from "../../features/conta/SignUpForm.tsx";
import { createContaTexts as texts } from "../../texts/site/accounts.ts";
import { DoneState } from "../../ui/feedback/DoneState.tsx";
import { PublicPage } from "../../ui/layout/PublicPage.tsx";

/** The sign-up form. */
export function CreateContaPage(): React.JSX.Element {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <PublicPage title={texts.titulo} text={texts.texto}>
      {email === null ? (
        <SignUpForm onCreated={setEmail} />
      ) : (
        <DoneState title={texts.feita}>
          <p>{texts.feitaTexto(email)}</p>
          <p>{texts.semEmail}</p>
          <Link to="/login" className="link">
            {texts.entrar}
          </Link>
        </DoneState>
      )}
    </PublicPage>
  );
}

export { CreateContaPage as Component };
