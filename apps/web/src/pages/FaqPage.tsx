import { Link } from "react-router-dom";
import { useMeta } from "../features/site/meta.ts";
import { Perguntas, PerguntasDados } from "../features/site/Perguntas.tsx";
import { perguntas, faq as textos } from "../textos/site-faq.ts";
import { PublicFrame } from "../ui/PublicFrame.tsx";
import classes from "./SitePage.module.css";

/** Frequently asked questions. */
export function FaqPage(): React.JSX.Element {
  useMeta("/faq");
  return (
    <PublicFrame>
      <div className={classes.abertura}>
        <h1>{textos.titulo}</h1>
        <p>{textos.texto}</p>
      </div>
      <div className={classes.duas}>
        <aside>
          <h2>{textos.outra}</h2>
          <p>{textos.outraTexto}</p>
          <Link to="/contato" className="link">
            {textos.falar}
          </Link>
        </aside>
        <Perguntas perguntas={perguntas} aberta="validacao" nivel={2} />
      </div>
      <PerguntasDados perguntas={perguntas} />
    </PublicFrame>
  );
}
