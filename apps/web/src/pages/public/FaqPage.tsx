import { Link } from "react-router-dom";
import { Questions, QuestionsData } from "../../features/site/Questions.tsx";
import { SitePage } from "../../features/site/SitePage.tsx";
import classes from "../../features/site/site.module.css";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { faqEntries, faqTexts as texts } from "../../texts/site/faq.ts";

/** Frequently asked questions. */
export function FaqPage(): React.JSX.Element {
  usePageTitle("/faq");
  return (
    <SitePage title={texts.titulo} lead={texts.texto}>
      <div className={`${classes.split} ${classes.last}`}>
        <aside>
          <h2 className="t-painel">{texts.outra}</h2>
          <p className="t-second">{texts.outraTexto}</p>
          <Link to="/contato" className="link">
            {texts.falar}
          </Link>
        </aside>
        <Questions questions={faqEntries} initiallyOpen="validacao" headingLevel={2} />
      </div>
      <QuestionsData questions={faqEntries} />
    </SitePage>
  );
}

export { FaqPage as Component };
