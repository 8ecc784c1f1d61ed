import { Link } from "react-router-dom";
import { type LegalSection, legalTexts } from "../../texts/site/legal.ts";
import { SitePage } from "./SitePage.tsx";
import classes from "./site.module.css";

/** A legal text: its sections as links beside it, then the sections. */
export function LegalPage(props: {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
}): React.JSX.Element {
  const { title, lead, sections } = props;
  return (
    <SitePage title={title} lead={lead}>
      <div className={`${classes.split} ${classes.last}`}>
        <aside>
          <nav aria-label={legalTexts.secoes} className={classes.contents}>
            {sections.map(({ id, titulo }) => (
              <a key={id} href={`#${id}`} className="link">
                {titulo}
              </a>
            ))}
          </nav>
          <p className="t-second">{legalTexts.outra}</p>
          <Link to="/contato" className="link">
            {legalTexts.falar}
          </Link>
        </aside>
        <div className={classes.legal}>
          {sections.map(({ id, titulo, texto }) => (
            <section key={id} id={id}>
              <h2 className="t-painel">{titulo}</h2>
              {texto.map((paragraph) => (
                <p key={paragraph} className={classes.text}>
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
          <p className="t-second">{legalTexts.vigencia}</p>
        </div>
      </div>
    </SitePage>
  );
}
