import { useNavigate, useSearchParams } from "react-router-dom";
import { LoginForm } from "../features/auth/LoginForm.tsx";
import { VidaDaNota } from "../features/auth/VidaDaNota.tsx";
import { ENTRADA, isArquivo, readVoltar } from "../features/auth/voltar.ts";
import { geral } from "../textos/geral.ts";
import { login } from "../textos/login.ts";
import { Mark } from "../ui/Mark.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./LoginPage.module.css";

/** The sign-in, which leads back to the page or file that was asked for. */
export function LoginPage(): React.JSX.Element {
  useTitulo(login.titulo);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const onEntrar = async (): Promise<void> => {
    const voltar = readVoltar(params);
    await navigate(isArquivo(voltar) ? ENTRADA : voltar, { replace: true });
    if (isArquivo(voltar)) window.location.assign(voltar);
  };
  return (
    <div className={classes.pagina}>
      <main className={classes.lado}>
        <div className={classes.miolo}>
          <Mark size={32} />
          <h1 className={classes.titulo}>{login.titulo}</h1>
          {params.has("fim") && (
            <p className={classes.aviso} role="status">
              {geral.sessaoEncerrada}
            </p>
          )}
          <LoginForm onEntrar={() => void onEntrar()} />
        </div>
      </main>
      <VidaDaNota />
    </div>
  );
}
