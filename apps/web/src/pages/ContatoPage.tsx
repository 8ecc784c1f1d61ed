import { useState } from "react";
import { ContatoForm } from "../features/publico/ContatoForm.tsx";
import { contato as textos } from "../textos/publico.ts";
import { Feito } from "../ui/Feito.tsx";
import { PublicPage } from "../ui/PublicPage.tsx";

/** The contact form. */
export function ContatoPage(): React.JSX.Element {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <PublicPage titulo={textos.titulo} texto={textos.texto}>
      {email === null ? (
        <ContatoForm onEnviada={setEmail} />
      ) : (
        <Feito titulo={textos.enviada}>
          <p>{textos.copia(email)}</p>
          <button type="button" className="link" onClick={() => setEmail(null)}>
            {textos.outra}
          </button>
        </Feito>
      )}
    </PublicPage>
  );
}
