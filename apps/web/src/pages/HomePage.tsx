import { IconDatabaseImport, IconInbox, IconShieldCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { ClientesFaixa } from "../features/site/Clientes.tsx";
import { useMeta } from "../features/site/meta.ts";
import { Perguntas } from "../features/site/Perguntas.tsx";
import { Planos } from "../features/site/Planos.tsx";
import { Tela } from "../features/site/Tela.tsx";
import { lista, listaNoCelular } from "../features/site/telas.ts";
import { caminhos, home as textos } from "../textos/site.ts";
import { PERGUNTAS_NA_HOME, perguntas } from "../textos/site-faq.ts";
import { PublicFrame } from "../ui/PublicFrame.tsx";
import { useDentro } from "../ui/visitante.ts";
import classes from "./HomePage.module.css";

const ICONES = [IconInbox, IconShieldCheck, IconDatabaseImport];

/** The public home page: one-sentence description, screenshot of the product, sign-up and sign-in. */
export function HomePage(): React.JSX.Element {
  useMeta("/home");
  return (
    <PublicFrame>
      <div className={classes.chamada}>
        <h1>{textos.titulo}</h1>
        <div className={classes.base}>
          <p>{textos.texto}</p>
          <Acoes />
        </div>
      </div>
      <Tela tela={lista} celular={listaNoCelular} alt={textos.tela} primeira />
      <ClientesFaixa />
      <ComoFunciona />
      <div className={classes.secao}>
        <Planos />
      </div>
      <section className={classes.perguntas} aria-labelledby="perguntas">
        <div>
          <h2 id="perguntas">{textos.perguntas}</h2>
          <Link to="/faq" className="link">
            {textos.todas}
          </Link>
        </div>
        <Perguntas perguntas={perguntas.slice(0, PERGUNTAS_NA_HOME)} aberta="validacao" />
      </section>
    </PublicFrame>
  );
}

function Acoes(): React.JSX.Element {
  const dentro = useDentro();
  if (dentro) {
    return (
      <p className={classes.acoes}>
        <Link to="/painel" className={classes.cheio}>
          {caminhos.abrir}
        </Link>
      </p>
    );
  }
  return (
    <p className={classes.acoes}>
      <Link to="/criar_conta" className={classes.cheio}>
        {caminhos.criarConta}
      </Link>
      <Link to="/login" className={classes.vazado}>
        {caminhos.entrar}
      </Link>
    </p>
  );
}

function ComoFunciona(): React.JSX.Element {
  return (
    <section className={classes.secao} aria-labelledby="como-funciona">
      <h2 id="como-funciona">{textos.comoFunciona}</h2>
      <ol className={classes.passos}>
        {textos.passos.map(({ titulo, texto }, i) => {
          const Icone = ICONES[i] ?? IconInbox;
          return (
            <li key={titulo}>
              <Icone size={22} stroke={1.6} aria-hidden="true" />
              <h3>
                <span aria-hidden="true">{i + 1}</span>
                {titulo}
              </h3>
              <p>{texto}</p>
            </li>
          );
        })}
      </ol>
      <Link to="/beneficios" className="link">
        {textos.beneficios}
      </Link>
    </section>
  );
}
