import { useState } from "react";
import { Link } from "react-router-dom";
import { EsqueceuForm } from "../features/conta/EsqueceuForm.tsx";
import { esqueceu as textos } from "../textos/contas.ts";
import { Feito } from "../ui/Feito.tsx";
import { PublicPage } from "../ui/PublicPage.tsx";

/** The request for a password reset. */
export function EsqueceuSenhaPage(): React.JSX.Element {
  const [feito, setFeito] = useState<string | null>(null);
  return (
    <PublicPage titulo={textos.titulo} texto={textos.texto}>
      {feito === null ? (
        <EsqueceuForm onFeito={setFeito} />
      ) : (
        <Feito titulo={textos.feito}>
          <p>{feito}</p>
          <Link to="/login" className="link">
            {textos.voltar}
          </Link>
        </Feito>
      )}
    </PublicPage>
  );
}
