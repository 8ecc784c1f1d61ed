import { PLANOS } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Link } from "react-router-dom";
import { home } from "../../textos/site.ts";
import classes from "./Planos.module.css";

/** The plans, by documents a month, in one band with dividers. */
export function Planos(): React.JSX.Element {
  const { planos: textos } = home;
  return (
    <section className={classes.planos} aria-labelledby="planos">
      <h2 id="planos">{textos.titulo}</h2>
      <p className={classes.texto}>{textos.texto}</p>
      <ul>
        {PLANOS.map((limite, i) => (
          <li key={limite}>
            <b>{faixaOf(i)}</b>
            <span>{textos.porMes}</span>
            {i === 0 ? (
              <Link to="/criar_conta" className="link">
                {textos.criar}
              </Link>
            ) : (
              <Link to="/contato" className="link" aria-label={textos.falarDe(faixaOf(i))}>
                {textos.falar}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className={classes.nota}>{textos.nota}</p>
    </section>
  );
}

function faixaOf(i: number): string {
  const [antes, limite] = [PLANOS[i - 1], PLANOS[i] ?? 0];
  if (antes === undefined) return home.planos.ate(formatInteiro(limite));
  return home.planos.de(formatInteiro(antes), formatInteiro(limite));
}
