import {
  IconArrowRight,
  IconCertificate,
  IconDatabaseX,
  IconEqualNot,
  IconMailX,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { painel as textos } from "../../textos/painel.ts";
import classes from "./Precisa.module.css";
import type { Pendencia } from "./pendencias.ts";

const ICONES: Record<Pendencia["chave"], TablerIcon> = {
  divergencias: IconEqualNot,
  abertas: IconDatabaseX,
  caixas: IconMailX,
  certificados: IconCertificate,
};

/** One amber band of what waits for a person; each piece leads to the list of just those. Nothing on a good day. */
export function Precisa({ pendencias }: { pendencias: readonly Pendencia[] }): React.JSX.Element | null {
  if (pendencias.length === 0) return null;
  return (
    <section className={classes.precisa} aria-labelledby="precisa-de-voce">
      <h2 id="precisa-de-voce" className="t-secao">
        {textos.precisa.titulo}
      </h2>
      <ul className={classes.faixa}>
        {pendencias.map(({ chave, total, titulo, texto, to }) => {
          const Icone = ICONES[chave];
          return (
            <li key={chave}>
              <Link to={to} className={classes.celula} data-pendencia={chave}>
                <Icone size={20} stroke={1.6} aria-hidden="true" />
                <span className={`${classes.total} num`}>{total}</span>
                <span className={classes.palavras}>
                  <span className={classes.titulo}>{titulo}</span>
                  <span className={classes.texto} title={texto}>
                    {texto}
                  </span>
                </span>
                <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
