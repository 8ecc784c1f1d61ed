import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { LoginForm } from "../features/auth/LoginForm.tsx";
import { useRetomar } from "../features/auth/retomar.ts";
import { VidaDaNota } from "../features/auth/VidaDaNota.tsx";
import { ENTRADA, isArquivo, readVoltar } from "../features/auth/voltar.ts";
import { geral } from "../textos/geral.ts";
import { login } from "../textos/login.ts";
import { Alerta } from "../ui/Alerta.tsx";
import { Mark } from "../ui/Mark.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./LoginPage.module.css";

/** The sign-in; it returns to the page or file that was requested. */
export function LoginPage(): React.JSX.Element {
  useTitulo(login.titulo);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const vindo = readVindo(useLocation().state);
  const onEntrar = async (): Promise<void> => {
    const voltar = readVoltar(params);
    if (voltar === ENTRADA && (await isPrimeiraVez())) {
      await navigate("/primeiros_passos", { replace: true });
      return;
    }
    await navigate(isArquivo(voltar) ? ENTRADA : voltar, { replace: true });
    if (isArquivo(voltar)) window.location.assign(voltar);
  };
  useRetomar(params.has("fim"), () => void navigate(readVoltar(params), { replace: true }));
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
          {vindo.recusa && <Alerta>{vindo.recusa}</Alerta>}
          {vindo.feito && <Alerta tom="feito">{vindo.feito}</Alerta>}
          <LoginForm portador={vindo.portador} onEntrar={() => void onEntrar()} />
          <p className={classes.outros}>
            <Link to="/esqueceu_senha" className="link">
              {login.esqueceu}
            </Link>
            <Link to="/criar_conta" className="link">
              {login.criarConta}
            </Link>
          </p>
        </div>
      </main>
      <VidaDaNota />
    </div>
  );
}

/** Whether the first steps are pending. A failure counts as no: it must not block the sign-in. */
async function isPrimeiraVez(): Promise<boolean> {
  try {
    const entrada = await import("../features/primeiros-passos/entrada.ts");
    return await entrada.isPrimeiraVez();
  } catch {
    return false;
  }
}

type Vindo = {
  /** Why a link was refused. */
  recusa?: string;
  /** What was done through a link, and for which user. */
  feito?: string;
  portador?: { identificador: string; nomeUsuario: string };
};

/**
 * Reads the navigation state of the previous page; it comes from the browser history, so nothing is
 * assumed.
 */
function readVindo(state: unknown): Vindo {
  return typeof state === "object" && state !== null ? (state as Vindo) : {};
}
