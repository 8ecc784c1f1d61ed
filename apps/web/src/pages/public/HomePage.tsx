import { IconDatabaseImport, IconInbox, IconShieldCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { CustomerLine } from "../../features/site/Customers.tsx";
import { DemoEntrance } from "../../features/site/DemoEntrance.tsx";
import { Plans } from "../../features/site/Plans.tsx";
import { Questions } from "../../features/site/Questions.tsx";
import { ScreenshotPicture } from "../../features/site/ScreenshotPicture.tsx";
import { SignUpLinks } from "../../features/site/SignUpLinks.tsx";
import { listScreenshot, phoneListScreenshot } from "../../features/site/screenshots.ts";
import classes from "../../features/site/site.module.css";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { FAQ_ENTRIES_ON_HOME, faqEntries } from "../../texts/site/faq.ts";
import { homeTexts as texts } from "../../texts/site/site.ts";
import { PublicFrame } from "../../ui/layout/PublicFrame.tsx";

const ICONS = [IconInbox, IconShieldCheck, IconDatabaseImport];

/** The public home page: one-sentence description, screenshot of the product, sign-up and sign-in. */
export function HomePage(): React.JSX.Element {
  usePageTitle("/home");
  return (
    <PublicFrame>
      <div className={`${classes.opening} ${classes.hero}`}>
        <h1>{texts.titulo}</h1>
        <div className={classes.ends}>
          <p className={classes.lead}>{texts.texto}</p>
          <SignUpLinks second="/login" />
        </div>
        <DemoEntrance />
      </div>
      <ScreenshotPicture
        screenshot={listScreenshot}
        phoneScreenshot={phoneListScreenshot}
        alt={texts.tela}
        isFirst
      />
      <CustomerLine />
      <HowItWorks />
      <Plans />
      <section className={`${classes.section} ${classes.split} ${classes.last}`} aria-labelledby="perguntas">
        <div>
          <h2 id="perguntas" className="t-display">
            {texts.perguntas}
          </h2>
          <Link to="/faq" className="link">
            {texts.todas}
          </Link>
        </div>
        <Questions questions={faqEntries.slice(0, FAQ_ENTRIES_ON_HOME)} initiallyOpen="validacao" />
      </section>
    </PublicFrame>
  );
}

function HowItWorks(): React.JSX.Element {
  return (
    <section className={classes.section} aria-labelledby="como-funciona">
      <h2 id="como-funciona" className="t-display">
        {texts.comoFunciona}
      </h2>
      <ol className={classes.steps}>
        {texts.passos.map(({ titulo: title, texto: text }, i) => {
          const Icon = ICONS[i] ?? IconInbox;
          return (
            <li key={title}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <h3 className="t-painel">
                <span className="t-dimmed" aria-hidden="true">
                  {i + 1}
                </span>
                {title}
              </h3>
              <p className={classes.text}>{text}</p>
            </li>
          );
        })}
      </ol>
      <Link to="/beneficios" className="link">
        {texts.beneficios}
      </Link>
    </section>
  );
}

export { HomePage as Component };
