import { Link } from "react-router-dom";
import { inicio } from "../textos/geral.ts";
import { Mark } from "../ui/Mark.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./HomePage.module.css";

/** The public door: what Malote does, in one sentence, and the way in. */
export function HomePage(): React.JSX.Element {
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
          <Link to="/login" className={classes.entrar}>
            {inicio.entrar}
          </Link>
        </div>
      </main>
    </div>
  );
}
