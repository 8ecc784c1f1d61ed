import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { ensureSession } from "../rpc/retomada.ts";
import { getToken } from "../rpc/session.ts";
import { inicio } from "../textos/geral.ts";
import { Mark } from "../ui/Mark.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./HomePage.module.css";

/** The public door: what Malote does, in one sentence, and the way in. */
export function HomePage(): React.JSX.Element {
  const inside = useSession();
  useTitulo(undefined);
  return (
    <div className={classes.pagina}>
      <header className={classes.topo}>
        <Mark />
      </header>
      <main className={classes.miolo}>
        <h1 className={classes.titulo}>{inicio.titulo}</h1>
        <div className={classes.base}>
          <p className={classes.texto}>{inicio.texto}</p>
          <Link to={inside ? "/painel" : "/login"} className={classes.entrar}>
            {inside ? inicio.abrir : inicio.entrar}
          </Link>
        </div>
      </main>
    </div>
  );
}

/** Whether who came has a session, in this tab or left by another; a server that cannot be asked is no session. */
function useSession(): boolean {
  const [inside, setInside] = useState(() => getToken() !== null);
  useEffect(() => {
    let gone = false;
    void ensureSession()
      .catch(() => false)
      .then((session) => {
        if (!gone) setInside(session);
      });
    return () => {
      gone = true;
    };
  }, []);
  return inside;
}
