import { IconMenuDeep } from "@tabler/icons-react";
import { Link, NavLink } from "react-router-dom";
import { geral } from "../textos/geral.ts";
import { caminhos as textos } from "../textos/site.ts";
import { Mark } from "./Mark.tsx";
import classes from "./PublicFrame.module.css";
import { useDentro } from "./visitante.ts";

const SITE = [
  ["/beneficios", textos.beneficios],
  ["/faq", textos.faq],
  ["/quem_utiliza", textos.quemUtiliza],
  ["/download", textos.download],
  ["/contato", textos.contato],
] as const;

/** Header and footer of every public page. */
export function PublicFrame(props: {
  children: React.ReactNode;
  /** Footer text of a task page; without it, the footer of the site. */
  pe?: string;
}): React.JSX.Element {
  const { children, pe } = props;
  return (
    <div className={classes.tudo}>
      <a href="#conteudo" className={classes.pular}>
        {geral.irParaConteudo}
      </a>
      <Topo />
      <main id="conteudo" tabIndex={-1} className={classes.miolo}>
        {children}
      </main>
      {pe === undefined ? <Faixa /> : <Linha>{pe}</Linha>}
    </div>
  );
}

function Topo(): React.JSX.Element {
  const dentro = useDentro();
  return (
    <header className={classes.topo}>
      <Link to="/home" className={classes.marca} aria-label={textos.inicio}>
        <Mark size={24} />
      </Link>
      <nav className={classes.ligacoes} aria-label={textos.navegacao}>
        <Ligacoes />
      </nav>
      <div className={classes.entrada}>
        <Entrada dentro={dentro} />
      </div>
      <details className={classes.menu}>
        <summary className="icone" aria-label={textos.menu}>
          <IconMenuDeep size={22} stroke={1.6} aria-hidden="true" />
        </summary>
        <nav aria-label={textos.navegacao}>
          <Ligacoes />
          <Entrada dentro={dentro} />
        </nav>
      </details>
    </header>
  );
}

function Entrada({ dentro }: { dentro: boolean }): React.JSX.Element {
  if (dentro) {
    return (
      <Link to="/painel" className={classes.criar}>
        {textos.abrir}
      </Link>
    );
  }
  return (
    <>
      <Link to="/login" className={classes.entrar}>
        {textos.entrar}
      </Link>
      <Link to="/criar_conta" className={classes.criar}>
        {textos.criarConta}
      </Link>
    </>
  );
}

function Ligacoes(): React.JSX.Element {
  return (
    <>
      {SITE.map(([to, nome]) => (
        <NavLink key={to} to={to}>
          {nome}
        </NavLink>
      ))}
    </>
  );
}

function Linha({ children }: { children: string }): React.JSX.Element {
  return (
    <footer className={classes.pe}>
      <b>{geral.nome}</b>
      <span>{children}</span>
      <Link to="/faq">{textos.faq}</Link>
      <Link to="/contato">{textos.contato}</Link>
    </footer>
  );
}

function Faixa(): React.JSX.Element {
  return (
    <footer className={classes.faixa}>
      <div>
        <Mark size={24} />
        <p>{textos.rodape}</p>
        <nav aria-label={textos.rodapeNavegacao}>
          {SITE.map(([to, nome]) => (
            <Link key={to} to={to}>
              {nome}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
