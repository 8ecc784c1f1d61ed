import { useState } from "react";
import { ContactForm } from "../../features/public-download/ContactForm.tsx";
import { contactTexts as texts } from "../../texts/site/public-pages.ts";
import { DoneState } from "../../ui/feedback/DoneState.tsx";
import { PublicPage } from "../../ui/layout/PublicPage.tsx";

/** The contact form. */
export function ContactPage(): React.JSX.Element {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <PublicPage title={texts.titulo} text={texts.texto}>
      {email === null ? (
        <ContactForm onSent={setEmail} />
      ) : (
        <DoneState title={texts.enviada}>
          <p>{texts.copia(email)}</p>
          <button type="button" className="link" onClick={() => setEmail(null)}>
            {texts.outra}
          </button>
        </DoneState>
      )}
    </PublicPage>
  );
}

export { ContactPage as Component };
