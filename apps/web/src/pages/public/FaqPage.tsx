import { Link } from "react-router-dom";
import { Questions, QuestionsData } from "../../features/site/Questions.tsx";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { faqEntries, faqTexts as texts } from "../../texts/site/faq.ts";
import { PublicFrame } from "../../ui/layout/PublicFrame.tsx";
import classes from "./SitePage.module.css";

/** Frequently asked questions. */
export function FaqPage(): React.JSX.Element {
  usePageTitle("/faq");
  return (
    <PublicFrame>
      <div className={classes.abertura}>
        <h1>{texts.titulo}</h1>
        <p>{texts.texto}</p>
      </div>
      <div className={classes.duas}>
        <aside>
          <h2>{texts.outra}</h2>
          <p>{texts.outraTexto}</p>
          <Link to="/contato" className="link">
            {texts.falar}
          </Link>
        </aside>
        <Questions questions={faqEntries} initiallyOpen="validacao" headingLevel={2} />
      </div>
      <QuestionsData questions={faqEntries} />
    </PublicFrame>
  );
}

export { FaqPage as Component };
