import { PLANS } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { Link } from "react-router-dom";
import { homeTexts } from "../../texts/site/site.ts";
import classes from "./Plans.module.css";
import page from "./site.module.css";

/** The plans, by documents a month, in one band with dividers. */
export function Plans(): React.JSX.Element {
  const { planos: texts } = homeTexts;
  return (
    <section className={page.section} aria-labelledby="planos">
      <h2 id="planos" className="t-display">
        {texts.titulo}
      </h2>
      <p className={page.lead}>{texts.texto}</p>
      <ul className={classes.plans}>
        {PLANS.map((limit, i) => (
          <li key={limit}>
            <b className="t-pagina">{rangeTextOf(i)}</b>
            <span>{texts.porMes}</span>
            {i === 0 ? (
              <Link to="/criar_conta" className="link">
                {texts.criar}
              </Link>
            ) : (
              <Link to="/contato" className="link" aria-label={texts.falarDe(rangeTextOf(i))}>
                {texts.falar}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className="t-dimmed">{texts.nota}</p>
    </section>
  );
}

function rangeTextOf(i: number): string {
  const [previousLimit, limit] = [PLANS[i - 1], PLANS[i] ?? 0];
  if (previousLimit === undefined) return homeTexts.planos.ate(formatInteger(limit));
  return homeTexts.planos.de(formatInteger(previousLimit), formatInteger(limit));
}
