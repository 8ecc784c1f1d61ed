import { IconMenuDeep } from "@tabler/icons-react";
import { Link, NavLink } from "react-router-dom";
import { geral } from "../textos/geral.ts";
import { publico as textos } from "../textos/publico.ts";
import { Mark } from "./Mark.tsx";
import classes from "./PublicPage.module.css";
import { useTitulo } from "./telas.ts";

/** A page that anybody may open: one task in one column, and the ways to the others. */
export function PublicPage(props: {
  titulo: string;
  texto: string;
  /** The task, under its title. */
  children: React.ReactNode;
  /** Beside the name at the foot. */
  pe?: string;
}): React.JSX.Element {
  const { titulo, texto, children, pe } = props;
  useTitulo(titulo);
  return (
    <div className={classes.pagina}>
      <header className={classes.topo}>
        <Link to="/home" className={classes.marca}>
          <Mark size={24} />
        </Link>
        <nav className={classes.ligacoes} aria-label={textos.navegacao}>
          <Ligacoes />
        </nav>
        <div className={classes.entrada}>
          <Link to="/login" className={classes.entrar}>
            {textos.entrar}
          </Link>
          <Link to="/criar_conta" className={classes.criar}>
            {textos.criarConta}
          </Link>
        </div>
        <details className={classes.menu}>
          <summary className="icone" aria-label={geral.abrirMenu}>
            <IconMenuDeep size={22} stroke={1.6} aria-hidden="true" />
          </summary>
          <nav aria-label={textos.navegacao}>
            <Ligacoes />
            <NavLink to="/login">{textos.entrar}</NavLink>
            <NavLink to="/criar_conta">{textos.criarConta}</NavLink>
          </nav>
        </details>
      </header>
      <main className={classes.miolo}>
        <h1 className={classes.titulo}>{titulo}</h1>
        <p className={classes.texto}>{texto}</p>
        {children}
      </main>
      <footer className={classes.pe}>
        <b>{geral.nome}</b>
        <span>{pe ?? textos.pe}</span>
        <Link to="/contato">{textos.contato}</Link>
      </footer>
    </div>
  );
}

function Ligacoes(): React.JSX.Element {
  return (
    <>
      <NavLink to="/download">{textos.download}</NavLink>
      <NavLink to="/contato">{textos.contato}</NavLink>
    </>
  );
}
