import { useState } from "react";
import { Link } from "react-router-dom";
import { ForgottenPasswordForm } from "../../features/conta/password/ForgottenPasswordForm.tsx";
import { forgotPasswordTexts as texts } from "../../texts/site/accounts.ts";
import { DoneState } from "../../ui/feedback/DoneState.tsx";
import { PublicPage } from "../../ui/layout/PublicPage.tsx";

/** The request for a password reset. */
export function ForgotPasswordPage(): React.JSX.Element {
  const [done, setDone] = useState<string | null>(null);
  return (
    <PublicPage title={texts.titulo} text={texts.texto}>
      {done === null ? (
        <ForgottenPasswordForm onDone={setDone} />
      ) : (
        <DoneState title={texts.feito}>
          <p>{done}</p>
          <Link to="/login" className="link">
            {texts.voltar}
          </Link>
        </DoneState>
      )}
    </PublicPage>
  );
}

export { ForgotPasswordPage as Component };
