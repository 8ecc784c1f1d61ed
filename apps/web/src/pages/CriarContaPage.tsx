import { useState } from "react";
import { Link } from "react-router-dom";
import { CriarContaForm } from "../features/conta/CriarContaForm.tsx";
import { criarConta as textos } from "../textos/contas.ts";
import { Feito } from "../ui/Feito.tsx";
import { PublicPage } from "../ui/PublicPage.tsx";

/** The sign-up form. */
export function CriarContaPage(): React.JSX.Element {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <PublicPage titulo={textos.titulo} texto={textos.texto}>
      {email === null ? (
        <CriarContaForm onCriada={setEmail} />
      ) : (
        <Feito titulo={textos.feita}>
          <p>{textos.feitaTexto(email)}</p>
          <p>{textos.semEmail}</p>
          <Link to="/login" className="link">
            {textos.entrar}
          </Link>
        </Feito>
      )}
    </PublicPage>
  );
}
